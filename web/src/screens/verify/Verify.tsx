import { useMutation, useQuery } from '@tanstack/react-query';
import { Verification, type VerifyInput } from '@wentwell/contract/accounts/auth';
import { User } from '@wentwell/contract/accounts/users';
import { CircleCheck, MailCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import { readQuery } from '#web/api/queries';
import { ApiError, request } from '#web/api/request';
import { useResendVerification } from '#web/features/auth/account.queries';
import {
  authMessage,
  resendFailed,
  verifyFailed,
  verifyMessage,
} from '#web/features/auth/auth-messages';
import { forgetRegistration, isRegisteredHere } from '#web/features/auth/own-registrations';
import { ProofForm } from '#web/features/auth/ProofForm.tsx';
import { useRedirect } from '#web/features/auth/redirect-target';
import { CardPage } from '#web/screens/layouts/CardPage.tsx';
import {
  BackToLogin,
  BusyPage,
  CardSign,
  EmailAddress,
  FailurePage,
} from '#web/screens/layouts/EntryOutcome.tsx';
import { buttonClass } from '#web/ui/buttons/button-class';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Link } from '#web/ui/router/Link.tsx';
import type { Visit } from '#web/ui/router/router-context';

export function Verify({ search: { token } }: Visit) {
  if (token) return <VerifyToken key={token} token={token} />;
  return (
    <FailurePage title="Verification Failed" text="Verification token is missing">
      <ResendLink />
    </FailurePage>
  );
}

function VerifyToken({ token }: { token: string }) {
  // Does not use the link up.
  const link = useQuery(
    readQuery(
      ['verification', token],
      {
        path: '/api/v1/auth/verification',
        method: 'POST',
        body: { token },
        schema: Verification,
      },
      { retry: false, staleTime: Infinity },
    ),
  );
  if (link.isPending || (link.isError && link.isFetching)) return verifying;
  if (link.isError) {
    return <Refused error={link.error} onRetry={() => void link.refetch()} />;
  }
  const { email, state } = link.data;
  if (state === 'verified') {
    return (
      <Verified
        heading="Account Already Verified"
        text="Your account has already been verified. You can proceed to log in."
        email={email}
      />
    );
  }
  if (state === 'ended') return <EndedLink email={email} />;
  return <OpenLink token={token} link={link.data} />;
}

/** Verifies automatically only if the address was registered in this browser, because mail scanners open links, too. */
function OpenLink({ token, link }: { token: string; link: Verification }) {
  const verify = useMutation({
    mutationFn: (body: VerifyInput) =>
      request({ path: '/api/v1/auth/verify', method: 'POST', body, schema: User }),
    onSuccess: ({ email }) => forgetRegistration(email),
  });
  const { email } = link;
  const needsPassword = link.registered_more_than_once || isPasswordQuestion(verify.error);
  const [verifiesItself] = useState(() => !needsPassword && isRegisteredHere(email));
  const started = useRef(false);
  const { mutate } = verify;
  useEffect(() => {
    // React may run an effect twice, and the link works once.
    if (!verifiesItself || started.current) return;
    started.current = true;
    mutate({ token });
  }, [verifiesItself, mutate, token]);

  if (verify.isSuccess) {
    return (
      <Verified
        heading="Account Verified!"
        text="Welcome aboard. You can log in now."
        email={email}
      />
    );
  }
  if (needsPassword) {
    const isWrong = verify.isError && !isCode(verify.error, 'VERIFY_PASSWORD_NEEDED');
    return (
      <CardPage
        title="Enter your password"
        lead={
          <>
            <EmailAddress email={email} /> was registered more than once. Enter the password you
            chose. We'll verify your registration and discard the others.
          </>
        }
        footer={<BackToLogin />}
      >
        <ProofForm
          by="password"
          email={email}
          submitLabel="Verify email address"
          busyLabel="Verifying…"
          problem={isWrong ? authMessage(verify.error) : null}
          onProof={async (password) => {
            await verify.mutateAsync({ token, password }).catch(() => undefined);
          }}
        />
      </CardPage>
    );
  }
  if (verify.isError) {
    if (isCode(verify.error, 'VERIFY_USER_BAD_TOKEN')) {
      return <EndedLink email={email} />;
    }
    const retry = () => verify.mutate({ token });
    return <Refused error={verify.error} email={email} onRetry={retry} />;
  }
  if (verifiesItself) return verifying;
  return (
    <CardPage
      title="Verify your email address"
      icon={<CardSign tone="info" icon={<MailCheck />} />}
      lead={
        <>
          Is <EmailAddress email={email} /> yours, and did you sign up for Wentwell with it? If not,
          just close this page.
        </>
      }
      footer={<BackToLogin />}
    >
      <Button
        variant="primary"
        wide
        busy={verify.isPending}
        busyLabel="Verifying…"
        onClick={() => verify.mutate({ token })}
      >
        Verify email address
      </Button>
    </CardPage>
  );
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof ApiError && error.detail === code;
}

function isPasswordQuestion(error: unknown): boolean {
  return isCode(error, 'VERIFY_PASSWORD_NEEDED') || isCode(error, 'VERIFY_BAD_PASSWORD');
}

const verifying = <BusyPage title="Verifying your account" label="Verifying" />;

function Verified(props: { heading: string; text: string; email: string | undefined }) {
  const { heading, text, email } = props;
  return (
    <CardPage
      title={heading}
      icon={<CardSign tone="success" icon={<CircleCheck />} />}
      lead={<p role="status">{text}</p>}
    >
      <Link
        to="/login"
        search={useRedirect()}
        state={email === undefined ? {} : { email }}
        className={buttonClass({ variant: 'primary', wide: true })}
      >
        Continue to Login
      </Link>
    </CardPage>
  );
}

/** For an expired or replaced link; offers a new one. */
function EndedLink({ email }: { email: string }) {
  return (
    <FailurePage title="Verification Failed" text={verifyFailed}>
      <SendNewLink email={email} />
    </FailurePage>
  );
}

function Refused(props: { error: unknown; email?: string; onRetry: () => void }) {
  const { error, email, onRetry } = props;
  const { heading, text, verified } = verifyMessage(error);
  if (verified) return <Verified heading={heading} text={text} email={email} />;
  const isAnswered = error instanceof ApiError && error.status < 429;
  return (
    <FailurePage title={heading} text={text}>
      {isAnswered ? (
        <ResendLink />
      ) : (
        <Button variant="primary" wide onClick={onRetry}>
          Try again
        </Button>
      )}
    </FailurePage>
  );
}

function ResendLink() {
  return (
    <Link
      to="/resend-verification"
      state={useRedirect()}
      className={buttonClass({ variant: 'primary', wide: true })}
    >
      Send a new link
    </Link>
  );
}

/** Sends another verification email to a known address by one click. */
function SendNewLink({ email }: { email: string }) {
  const redirect = useRedirect();
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
        We can send another link to <EmailAddress email={email} />.
      </p>
      <Button
        variant="primary"
        wide
        busy={resend.isPending}
        busyLabel="Sending…"
        onClick={() => resend.mutate({ email, ...redirect })}
      >
        Send a new link
      </Button>
    </>
  );
}
