import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { DeleteAccountDialog } from '#web/features/auth/DeleteAccountDialog.tsx';
import { ProfileForm } from '#web/features/auth/ProfileForm.tsx';
import { useMe } from '#web/features/auth/session.tsx';
import { ownSignInQuery, useSignInWays } from '#web/features/auth/sign-in.queries';
import { downloadPersonalData } from '#web/features/personal-data/personal-data.queries';
import { useSignOut } from '#web/screens/layouts/use-sign-out';
import { Button } from '#web/ui/buttons/Button.tsx';
import { toast } from '#web/ui/feedback/toast';

import { LinkedSignIns } from './LinkedSignIns.tsx';
import { Part } from './Part.tsx';
import { PasswordManagement } from './PasswordManagement.tsx';
import { SignedInPlaces } from './SignedInPlaces.tsx';

export function Profile() {
  const me = useMe();
  const { byPassword } = useSignInWays();
  const hasPassword = useHasPassword();
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
      {byPassword && (
        <PasswordManagement key={String(hasPassword)} email={me.email} hasPassword={hasPassword} />
      )}
      <LinkedSignIns />
      <Part
        title="Where you are signed in"
        lead={
          byPassword
            ? 'Sign out what you do not know, and change your password then.'
            : 'Sign out what you do not know.'
        }
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
        hasPassword={hasPassword}
        onOpenChange={setDeleting}
        onDeleted={() => {
          toast.success({ title: 'Your account was deleted.' });
          signOut();
        }}
      />
    </div>
  );
}

/** Most accounts have one, so that is shown until it is known. */
function useHasPassword(): boolean {
  const { data } = useQuery(ownSignInQuery());
  return data?.ways.includes('password') ?? true;
}
