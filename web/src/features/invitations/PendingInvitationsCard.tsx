import { useQuery } from '@tanstack/react-query';
import type { Invitation } from '@wentwell/contract/teams/invitations';
import { Check, X } from 'lucide-react';
import { useRef } from 'react';

import { relativeTime } from '#web/api/relative-time';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';
import { LoadFailure } from '#web/ui/feedback/Loading.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { TitledSection } from '#web/ui/layout/TitledSection.tsx';

import { myInvitationsQuery, useRespondToInvitation } from './invitations.queries.ts';

export function PendingInvitationsCard(props: { onAccepted: (team: Invitation['team']) => void }) {
  const { onAccepted } = props;
  const query = useQuery(myInvitationsQuery());
  const list = useRef<HTMLUListElement>(null);
  const { data: invitations, isPending } = query;

  if (!invitations && query.isError) {
    return (
      <LoadFailure title="Error Loading Invitations!" query={query}>
        Failed to load your pending invitations.
      </LoadFailure>
    );
  }
  if (invitations?.length === 0) {
    return (
      <TitledSection
        level={2}
        size="text-sm"
        title="No Pending Invitations"
        className="gap-0.5 text-soft"
      >
        <p>Team invitations appear here.</p>
      </TitledSection>
    );
  }
  return (
    <Card title="Pending Invitations">
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Pending Invitations"
        aria-busy={isPending}
        className="divide-y divide-line border-t border-line outline-none"
      >
        {isPending ? (
          <li className="grid gap-2 py-4">
            <Skeleton width={180} />
            <Skeleton width={260} height={12} />
          </li>
        ) : (
          invitations?.map((invitation) => (
            <Part key={invitation.id}>
              <InvitationRow
                invitation={invitation}
                onAccepted={onAccepted}
                // The focused button disappears with its row.
                onAnswered={() => list.current?.focus()}
              />
            </Part>
          ))
        )}
      </ul>
    </Card>
  );
}

function InvitationRow(props: {
  invitation: Invitation;
  onAccepted: (team: Invitation['team']) => void;
  onAnswered: () => void;
}) {
  const { invitation, onAccepted, onAnswered } = props;
  const respond = useRespondToInvitation();
  const { team, inviting_user, expires_at } = invitation;
  const answering = respond.isPending ? respond.variables.answer : null;

  async function answer(given: 'accepted' | 'rejected'): Promise<void> {
    const done = await respond.mutateAsync({ invitation, answer: given }).then(
      () => true,
      () => false,
    );
    if (!done) return;
    onAnswered();
    if (given === 'accepted') onAccepted(team);
  }

  return (
    <li
      aria-label={team.name}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4"
    >
      <div className="grid min-w-0 flex-[1_1_240px] gap-0.5">
        <p className="text-base font-semibold wrap-anywhere">{team.name}</p>
        {team.description !== '' && (
          <p className="line-clamp-2 wrap-anywhere">{team.description}</p>
        )}
        <p className="text-soft wrap-anywhere">
          Invited by {inviting_user.full_name || inviting_user.display_name}, expires{' '}
          {relativeTime(expires_at)}
        </p>
      </div>
      <div className="flex flex-1 gap-2 sm:flex-none [&>button]:max-sm:flex-1">
        <Button
          variant="primary"
          icon={<Check />}
          busy={answering === 'accepted'}
          disabled={answering === 'rejected'}
          onClick={() => void answer('accepted')}
        >
          Accept
        </Button>
        <Button
          icon={<X />}
          busy={answering === 'rejected'}
          disabled={answering === 'accepted'}
          onClick={() => void answer('rejected')}
        >
          Decline
        </Button>
      </div>
    </li>
  );
}
