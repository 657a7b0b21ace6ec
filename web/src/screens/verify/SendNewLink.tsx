import { useResendVerification } from '#web/features/auth/account.queries';
import { authMessage, resendFailed } from '#web/features/auth/auth-messages';
import { redirectSearch } from '#web/features/auth/redirect-target';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';

/** Sends another verification email to a known address with one click. */
export function SendNewLink({ email, redirect }: { email: string; redirect: string | undefined }) {
  const resend = useResendVerification();
  if (resend.isSuccess) {
    return (
      <Alert tone="success" title="Check your email">
        A new link is on its way to <b className="wrap-anywhere">{email}</b>. It expires in 24
        hours.
      </Alert>
    );
  }
  return (
    <>
      {resend.isError && (
        <Alert tone="danger" title={resendFailed}>
          {authMessage(resend.error)}
        </Alert>
      )}
      <p className="text-soft">
        We can send another link to{' '}
        <strong className="font-semibold wrap-anywhere text-ink">{email}</strong>.
      </p>
      <Button
        variant="primary"
        wide
        busy={resend.isPending}
        busyLabel="Sending…"
        onClick={() => resend.mutate({ email, ...redirectSearch(redirect) })}
      >
        Send a new link
      </Button>
    </>
  );
}
