import { type ReactNode, useId, useState } from 'react';

import { ChangePasswordForm } from '#web/features/auth/ChangePasswordForm.tsx';
import { DeleteAccountDialog } from '#web/features/auth/DeleteAccountDialog.tsx';
import { ForgotPasswordDialog } from '#web/features/auth/ForgotPasswordDialog.tsx';
import { ProfileForm } from '#web/features/auth/ProfileForm.tsx';
import { useMe } from '#web/features/auth/session.tsx';
import { downloadPersonalData } from '#web/features/personal-data/personal-data.queries';
import { useSignOut } from '#web/screens/layouts/use-sign-out';
import { Button } from '#web/ui/buttons/Button.tsx';
import { toast } from '#web/ui/feedback/toast';
import { Card } from '#web/ui/layout/Card.tsx';

import { SignedInPlaces } from './SignedInPlaces.tsx';

export function Profile() {
  const me = useMe();
  const [resetting, setResetting] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const signOut = useSignOut();
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-6">
      <h1 className="text-xl font-bold">Profile Settings</h1>
      <Part title="Profile Information">
        <ProfileForm
          user={me}
          onUpdated={() => toast.success({ title: 'Profile updated.' })}
          onUnchanged={() => toast.info({ title: 'Nothing has changed.', id: 'profile-unchanged' })}
        />
      </Part>
      <Part title="Password Management">
        <ChangePasswordForm
          email={me.email}
          onChanged={() =>
            toast.success({
              title: 'Password changed.',
              description: 'You stay signed in here, and nowhere else.',
            })
          }
          onForgot={() => setResetting(true)}
        />
      </Part>
      <Part
        title="Where you are signed in"
        lead="Sign out what you do not know, and change your password then."
      >
        <SignedInPlaces />
      </Part>
      <Part
        title="Your data"
        lead="Everything stored about you and from you, as one file: your account, teams, notes, comments, votes and action items. Anonymous meetings are not in it: nobody can tell what you wrote there."
      >
        <div>
          <Button variant="secondary" onClick={() => void downloadPersonalData()}>
            Download my data
          </Button>
        </div>
      </Part>
      <Part
        title="Delete account"
        lead="Your teams keep their meetings and notes; you are no longer shown as a member."
      >
        <div>
          <Button variant="danger" onClick={() => setDeleting(true)}>
            Delete account
          </Button>
        </div>
      </Part>
      <DeleteAccountDialog
        open={deleting}
        onOpenChange={setDeleting}
        onDeleted={() => {
          toast.success({ title: 'Your account was deleted.' });
          signOut();
        }}
      />
      <ForgotPasswordDialog open={resetting} onOpenChange={setResetting} email={me.email} fixed />
    </div>
  );
}

function Part({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  const id = useId();
  return (
    <Card>
      <section aria-labelledby={id} className="grid gap-5">
        <div className="grid gap-1">
          <h2 id={id} className="text-lg font-semibold">
            {title}
          </h2>
          {lead !== undefined && <p className="text-soft">{lead}</p>}
        </div>
        {children}
      </section>
    </Card>
  );
}
