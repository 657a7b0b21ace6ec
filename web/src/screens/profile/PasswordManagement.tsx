import { useState } from 'react';

import { ChangePasswordForm } from '#web/features/auth/ChangePasswordForm.tsx';
import { ForgotPasswordDialog } from '#web/features/auth/ForgotPasswordDialog.tsx';
import { Button } from '#web/ui/buttons/Button.tsx';
import { toast } from '#web/ui/feedback/toast';

import { Part } from './Part.tsx';

export interface PasswordManagementProps {
  email: string;
  /** Accounts that were made by a sign-in with the identity provider have none. */
  hasPassword: boolean;
}

export function PasswordManagement({ email, hasPassword }: PasswordManagementProps) {
  const [resetting, setResetting] = useState(false);
  return (
    <Part
      title="Password Management"
      {...(!hasPassword && { lead: 'Your account has no password: you sign in without one.' })}
    >
      {hasPassword ? (
        <ChangePasswordForm
          email={email}
          onChanged={() =>
            toast.success({
              title: 'Password changed.',
              description: 'You stay signed in here, and nowhere else.',
            })
          }
          onForgot={() => setResetting(true)}
        />
      ) : (
        <div>
          <Button onClick={() => setResetting(true)}>Set a password</Button>
        </div>
      )}
      <ForgotPasswordDialog open={resetting} onOpenChange={setResetting} email={email} fixed />
    </Part>
  );
}
