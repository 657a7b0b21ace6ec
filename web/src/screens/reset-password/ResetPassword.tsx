import { useNavigate } from '@tanstack/react-router';
import { CircleX, Link2Off } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';

import { ForgotPasswordDialog } from '#web/features/auth/ForgotPasswordDialog.tsx';
import { ResetPasswordForm } from '#web/features/auth/ResetPasswordForm.tsx';
import { useSession } from '#web/features/auth/session.tsx';
import { BackToLogin } from '#web/screens/layouts/BackToLogin.tsx';
import { CardPage } from '#web/screens/layouts/CardPage.tsx';
import { CardSign } from '#web/screens/layouts/CardSign.tsx';
import { Button } from '#web/ui/buttons/Button.tsx';
import { toast } from '#web/ui/feedback/toast';

export interface ResetPasswordProps {
  inAddress: string | undefined;
  /** From the state of the history entry, which survives a reload. */
  inHistory: string | undefined;
}

/** The page of a reset link. */
export function ResetPassword({ inAddress, inHistory }: ResetPasswordProps) {
  const token = useTakenToken(inAddress) ?? inHistory;
  const [spent, setSpent] = useState(false);
  const leave = useLeaveForLogin();

  if (!token) {
    return (
      <NewLinkPage heading="Reset link is incomplete" icon={<Link2Off />}>
        Reset token is missing. Open the link in your email once more, or ask for a new one.
      </NewLinkPage>
    );
  }
  if (spent) {
    return (
      <NewLinkPage heading="This link no longer works" icon={<CircleX />}>
        It has expired or was used before. Ask for a new one and open it within an hour.
      </NewLinkPage>
    );
  }
  return (
    <CardPage
      title="Choose a new password"
      lead="You will be signed out everywhere, and log in with the new one."
      footer={<BackToLogin />}
    >
      <ResetPasswordForm token={token} onDone={leave} onBadToken={() => setSpent(true)} />
    </CardPage>
  );
}

/** Moves the token from the URL, where the screen and the browser's history show it, to the history entry's state. */
function useTakenToken(inAddress: string | undefined): string | undefined {
  const [token] = useState(inAddress);
  const navigate = useNavigate();
  useEffect(() => {
    if (inAddress === undefined) return;
    void navigate({
      to: '/reset-password',
      search: {},
      state: { resetToken: inAddress },
      replace: true,
    });
  }, [inAddress, navigate]);
  return token;
}

function useLeaveForLogin(): () => void {
  const session = useSession();
  const navigate = useNavigate();
  return () => {
    // The server has ended all sessions of the user, so this browser signs out at once.
    if (session.state !== 'out') void session.logout();
    toast.success({ title: 'Password changed.', description: 'Log in with your new password.' });
    void navigate({ to: '/login', replace: true });
  };
}

function NewLinkPage(props: { heading: string; icon: ReactNode; children: ReactNode }) {
  const [asking, setAsking] = useState(false);
  return (
    <CardPage
      title={props.heading}
      icon={<CardSign tone="danger" icon={props.icon} />}
      lead={<p role="alert">{props.children}</p>}
      footer={<BackToLogin />}
    >
      <Button variant="primary" wide onClick={() => setAsking(true)}>
        Send a new link
      </Button>
      <ForgotPasswordDialog open={asking} onOpenChange={setAsking} email="" />
    </CardPage>
  );
}
