import { useMutation } from '@tanstack/react-query';
import {
  ResetPasswordForm as ResetPasswordFields,
  type ResetPasswordInput,
} from '@wentwell/contract/accounts/auth';
import { Link2Off } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';

import { ApiError, request } from '#web/api/request';
import { AccountFailure } from '#web/features/auth/AccountFailure.tsx';
import { showFieldErrors } from '#web/features/auth/field-errors';
import { ForgotPasswordDialog } from '#web/features/auth/ForgotPasswordDialog.tsx';
import { NewPasswordFields } from '#web/features/auth/NewPasswordFields.tsx';
import { useSession } from '#web/features/auth/session.tsx';
import { CardPage } from '#web/screens/layouts/CardPage.tsx';
import { BackToLogin, FailurePage } from '#web/screens/layouts/EntryOutcome.tsx';
import { Button } from '#web/ui/buttons/Button.tsx';
import { toast } from '#web/ui/feedback/toast';
import { Form } from '#web/ui/forms/Form.tsx';
import { useFields } from '#web/ui/forms/use-fields';
import { useDialog } from '#web/ui/overlays/use-dialog.tsx';
import { navigate } from '#web/ui/router/history';
import type { Visit } from '#web/ui/router/router-context';

/** The history entry's state survives a reload. */
export function ResetPassword({ search, state }: Visit) {
  const token = useTokenOnce(search['token']) ?? state.resetToken;
  const [spent, setSpent] = useState(false);
  const leave = useLeaveForLogin();

  if (!token) {
    return (
      <NewLinkPage heading="Reset link is incomplete" icon={<Link2Off />}>
        The link is incomplete. Open it again, or ask for a new one.
      </NewLinkPage>
    );
  }
  if (spent) {
    return (
      <NewLinkPage heading="This link no longer works">
        It has expired or was already used. Ask for a new one and open it within an hour.
      </NewLinkPage>
    );
  }
  return (
    <CardPage
      title="Choose a new password"
      lead="You'll be logged out everywhere. Then log in with the new one."
      footer={<BackToLogin />}
    >
      <ResetPasswordForm token={token} onDone={leave} onBadToken={() => setSpent(true)} />
    </CardPage>
  );
}

/** Moves the token from the URL, which screen and history show, to the history entry's state. */
function useTokenOnce(inAddress: string | undefined): string | undefined {
  const [token] = useState(inAddress);
  useEffect(() => {
    if (inAddress === undefined) return;
    void navigate({
      to: '/reset-password',
      search: {},
      state: { resetToken: inAddress },
      replace: true,
    });
  }, [inAddress]);
  return token;
}

function useLeaveForLogin(): () => void {
  const session = useSession();
  return () => {
    // The server has ended all sessions of the user, so this browser signs out.
    if (session.state !== 'out') void session.logout();
    toast.success({ title: 'Password changed.', description: 'Log in with your new password.' });
    void navigate({ to: '/login', replace: true });
  };
}

function NewLinkPage(props: { heading: string; icon?: ReactNode; children: ReactNode }) {
  const asking = useDialog();
  return (
    <FailurePage title={props.heading} icon={props.icon} text={props.children}>
      <Button variant="primary" wide onClick={() => asking.open()}>
        Send a new link
      </Button>
      {asking.render((dialog) => (
        <ForgotPasswordDialog {...dialog} email="" />
      ))}
    </FailurePage>
  );
}

function ResetPasswordForm(props: {
  token: string;
  onDone: () => void;
  /** The link is invalid or expired; another password does not help. */
  onBadToken: () => void;
}) {
  const { token, onDone, onBadToken } = props;
  const reset = useMutation({
    mutationFn: (body: ResetPasswordInput) =>
      request({ path: '/api/v1/auth/reset-password', method: 'POST', body }),
  });
  const form = useFields(ResetPasswordFields, { defaultValues: { password: '', confirm: '' } });

  const submit = form.handleSubmit(async ({ password }) => {
    reset.reset();
    try {
      await reset.mutateAsync({ token, password });
      onDone();
    } catch (error) {
      if (isTokenError(error)) onBadToken();
      else showFieldErrors(form.setError, error, ['password']);
    }
  });

  return (
    <Form onSubmit={submit} className="grid gap-5">
      <AccountFailure title="Failed to change password" error={reset.error} />
      <NewPasswordFields
        label="New Password"
        autoFocus
        password={form.field('password', { deps: ['confirm'] })}
        confirm={form.field('confirm')}
      />
      <Button type="submit" variant="primary" wide busy={form.isSubmitting} busyLabel="Saving…">
        Reset Password
      </Button>
    </Form>
  );
}

// A truncated token already fails the schema (422).
function isTokenError(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  if (error.detail === 'RESET_PASSWORD_BAD_TOKEN') return true;
  return error.fieldErrors.some(({ loc }) => loc.at(-1) === 'token');
}
