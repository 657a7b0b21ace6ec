import { useQuery } from '@tanstack/react-query';
import { describeError } from '@wentwell/contract/errors';
import type { TeamInvitation } from '@wentwell/contract/teams/invitations';
import type { Team } from '@wentwell/contract/teams/teams';
import { useId, useRef } from 'react';

import { relativeTime } from '#web/api/relative-time';
import { Button } from '#web/ui/buttons/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { NoInvitations } from '#web/ui/feedback/illustrations.tsx';
import { LoadFailure } from '#web/ui/feedback/Loading.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';
import type { DialogProps } from '#web/ui/overlays/use-dialog.tsx';

import { teamInvitationsQuery } from './invitations.queries.ts';
import { useCancelInvitations } from './team-invitations.queries.ts';

const cannotCancel = describeError('INVITATION_SENDER_ONLY').detail;

export function TeamInvitationsDialog(
  props: DialogProps & { team: Pick<Team, 'id' | 'name'> | null },
) {
  const { team, ...dialog } = props;
  return (
    <Dialog {...dialog} title="Team Invitations" {...(team && { description: team.name })}>
      {team ? (
        <PendingList teamId={team.id} />
      ) : (
        <p className="py-6 text-center text-soft">Select a team to view invitations.</p>
      )}
      <DialogActions>
        <Button onClick={() => dialog.onOpenChange(false)}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}

function PendingList({ teamId }: { teamId: Team['id'] }) {
  const query = useQuery(teamInvitationsQuery(teamId));
  const { cancelled, cancel } = useCancelInvitations(teamId);
  const headingId = useId();
  const list = useRef<HTMLElement>(null);

  if (query.isPending) return <PendingListShape />;
  if (!query.data) return <LoadFailure title="Error Loading Invitations!" query={query} />;
  const shown = query.data.filter(({ id }) => !cancelled.includes(id));
  return (
    <section ref={list} tabIndex={-1} aria-labelledby={headingId} className="outline-none">
      {shown.length === 0 ? (
        <div id={headingId}>
          <EmptyState level={3} illustration={<NoInvitations />} title="No Pending Invitations">
            There are currently no outstanding invitations for this team.
          </EmptyState>
        </div>
      ) : (
        <>
          <h3 id={headingId} className="pb-2 font-semibold">
            Pending Invitations
          </h3>
          <ul className="divide-y divide-line rounded-md border border-line bg-card">
            {shown.map((invitation) => (
              <PendingRow
                key={invitation.id}
                invitation={invitation}
                reason={invitation.can_cancel ? undefined : cannotCancel}
                onCancel={() => {
                  cancel(invitation.id);
                  // The focused button disappears with its row.
                  list.current?.focus();
                }}
              />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function PendingRow(props: {
  invitation: TeamInvitation;
  reason: string | undefined;
  onCancel: () => void;
}) {
  const { invitation, reason, onCancel } = props;
  const { inviting_user, invited_user_email, expires_at } = invitation;
  const emailId = useId();
  return (
    <li className="flex min-h-16 items-center justify-between gap-4 px-4 py-2.5">
      <div className="grid min-w-0 gap-0.5">
        <p id={emailId} className="font-semibold wrap-anywhere">
          {invited_user_email}
        </p>
        <p className="text-xs text-muted wrap-anywhere">
          Invited by {inviting_user.display_name}, expires {relativeTime(expires_at)}
        </p>
      </div>
      <Button
        size="sm"
        disabledReason={reason}
        {...(reason === undefined && { 'aria-describedby': emailId })}
        onClick={onCancel}
      >
        Cancel
      </Button>
    </li>
  );
}

function PendingListShape() {
  return (
    <div aria-busy="true" className="grid gap-2">
      <Skeleton width={140} />
      <div className="divide-y divide-line rounded-md border border-line">
        {[0, 1].map((row) => (
          <div key={row} className="flex h-16 items-center justify-between px-4">
            <Skeleton width={200} />
            <Skeleton width={72} height={32} />
          </div>
        ))}
      </div>
    </div>
  );
}
