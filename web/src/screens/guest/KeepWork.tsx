// Moves a guest's work to the signed-in account (docs/retro.md R-326). This browser stores the guest's token.
import { useMutation } from '@tanstack/react-query';
import type { MeetingId } from '@wentwell/contract/ids';
import { type ReactNode, useState } from 'react';

import { errorText, request } from '#web/api/request';
import { useMe } from '#web/features/auth/session.tsx';
import { forgetEnded, readGuestToken } from '#web/features/guests/guest-session';
import { buttonClass } from '#web/ui/buttons/button-class';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { usePageTitle } from '#web/ui/layout/page-title';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';

export function KeepWork({ meetingId }: { meetingId: MeetingId }): ReactNode {
  usePageTitle('Keep your work');
  const { email } = useMe();
  const [token] = useState(() => readGuestToken(meetingId));
  const keep = useMutation({
    mutationFn: () =>
      request({ path: '/api/v1/guest/claim', method: 'POST', body: { guest_token: token } }),
    onSuccess: () => forgetEnded(meetingId),
  });
  if (keep.isSuccess) {
    return (
      <>
        <PageHeader
          title="Your work is in your account"
          description="Download it with your data in your profile."
        />
        {/* Reloads the document, because the account may have received the guest's name. */}
        <p>
          <a href="/profile" className={buttonClass({ variant: 'primary' })}>
            Open your profile
          </a>
        </p>
      </>
    );
  }
  return (
    <>
      <PageHeader
        title="Keep your work with an account"
        description={
          token === null
            ? 'Nothing to keep here. Use the browser you joined with.'
            : `What you did as a guest moves to ${email}.`
        }
      />
      {keep.isError && <Alert tone="danger">{errorText(keep.error)}</Alert>}
      {token !== null && (
        <p>
          <Button variant="primary" busy={keep.isPending} onClick={() => keep.mutate()}>
            Keep my work
          </Button>
        </p>
      )}
    </>
  );
}
