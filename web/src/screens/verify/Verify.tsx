import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleX } from 'lucide-react';
import { useEffect, useState } from 'react';

import { ApiError } from '#web/api/request';
import { verifyMessage } from '#web/features/auth/auth-messages';
import { redirectSearch } from '#web/features/auth/redirect-target';
import { verifyOnce } from '#web/features/auth/verify-once';
import { BackToLogin } from '#web/screens/layouts/BackToLogin.tsx';
import { CardPage } from '#web/screens/layouts/CardPage.tsx';
import { CardSign } from '#web/screens/layouts/CardSign.tsx';
import { buttonClass } from '#web/ui/button-class';
import { Button } from '#web/ui/Button.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';

export interface VerifyProps {
  token: string | undefined;
  redirect: string | undefined;
}

type Progress = { state: 'verifying' } | { state: 'done' } | { state: 'failed'; error: unknown };

/** Where the link of the verification mail leads. */
export function Verify({ token, redirect }: VerifyProps) {
  if (!token) return <Failure heading="Verification Failed" text="Verification token is missing" />;
  return <VerifyToken token={token} redirect={redirect} />;
}

function VerifyToken({ token, redirect }: { token: string; redirect: string | undefined }) {
  const [progress, setProgress] = useState<Progress>({ state: 'verifying' });
  const verifying = progress.state === 'verifying';

  useEffect(() => {
    if (!verifying) return undefined;
    let gone = false;
    verifyOnce(token).then(
      () => !gone && setProgress({ state: 'done' }),
      (error: unknown) => !gone && setProgress({ state: 'failed', error }),
    );
    return () => {
      gone = true;
    };
  }, [token, verifying]);

  if (progress.state === 'verifying') {
    return (
      <CardPage
        title="Verifying your account"
        icon={
          <span className="mb-2 grid size-14 place-items-center text-link">
            <Spinner size="lg" label="Verifying" />
          </span>
        }
        lead="This takes only a moment."
      />
    );
  }
  if (progress.state === 'done') {
    return (
      <Verified
        heading="Account Verified!"
        text="Welcome aboard. You can log in now."
        redirect={redirect}
      />
    );
  }
  const { heading, text, verified } = verifyMessage(progress.error);
  if (verified) return <Verified heading={heading} text={text} redirect={redirect} />;
  const unanswered = !(progress.error instanceof ApiError);
  return (
    <Failure
      heading={heading}
      text={text}
      redirect={redirect}
      onRetry={unanswered ? () => setProgress({ state: 'verifying' }) : undefined}
    />
  );
}

function Verified(props: { heading: string; text: string; redirect: string | undefined }) {
  return (
    <CardPage
      title={props.heading}
      icon={<CardSign tone="success" icon={<CircleCheck />} />}
      lead={<p role="status">{props.text}</p>}
    >
      <Link
        to="/login"
        search={redirectSearch(props.redirect)}
        className={buttonClass({ variant: 'primary', wide: true })}
      >
        Continue to Login
      </Link>
    </CardPage>
  );
}

function Failure(props: {
  heading: string;
  text: string;
  redirect?: string | undefined;
  onRetry?: (() => void) | undefined;
}) {
  return (
    <CardPage
      title={props.heading}
      icon={<CardSign tone="danger" icon={<CircleX />} />}
      lead={<p role="alert">{props.text}</p>}
      footer={<BackToLogin redirect={props.redirect} />}
    >
      {props.onRetry ? (
        <Button variant="primary" wide onClick={props.onRetry}>
          Try again
        </Button>
      ) : (
        <Link
          to="/resend-verification"
          state={redirectSearch(props.redirect)}
          className={buttonClass({ variant: 'primary', wide: true })}
        >
          Send a new link
        </Link>
      )}
    </CardPage>
  );
}
