import { useQuery } from '@tanstack/react-query';
import { carryOverPolicy } from '@wentwell/contract/carry-over';
import type { ReportTopic } from '@wentwell/contract/meeting-report';
import type { Meeting } from '@wentwell/contract/meetings';
import type { TeamContext } from '@wentwell/contract/teams';
import { CornerUpRight } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';

import { meetingNow } from '#web/api/server-time';
import { useMe } from '#web/features/auth/session.tsx';
import { comingMeetingsQuery } from '#web/features/meetings/meetings.queries';
import { teamContextAmong } from '#web/features/members/team-context';
import { CarryOverDialog } from '#web/features/report/CarryOverDialog.tsx';
import { useCurrentTeam } from '#web/features/teams/current-team.tsx';
import { Button } from '#web/ui/buttons/Button.tsx';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';
import { navigate } from '#web/ui/router/history';

const NewMeetingDialog = lazyPart(
  async () => (await import('#web/screens/meetings/NewMeetingDialog.tsx')).NewMeetingDialog,
);

/** Offers the meetings of the team that are planned, or still take notes. */
export function CarryOver(props: {
  meeting: Pick<Meeting, 'id' | 'team_id'>;
  topics: readonly ReportTopic[];
  who: TeamContext;
}): ReactNode {
  const { meeting, topics, who } = props;
  const me = useMe();
  const { teams } = useCurrentTeam();
  const [isOpen, setOpen] = useState(false);
  const [isCreating, setCreating] = useState(false);
  const { data = [] } = useQuery({ ...comingMeetingsQuery(meeting.team_id), enabled: isOpen });
  if (who.role === null || topics.length === 0) return null;
  const targets = data.filter(
    (each) => each.id !== meeting.id && carryOverPolicy(who, meetingNow(each)) === 'allowed',
  );
  return (
    <div className="mt-3 print:hidden">
      <Button size="sm" icon={<CornerUpRight aria-hidden="true" />} onClick={() => setOpen(true)}>
        Take into the next meeting…
      </Button>
      <CarryOverDialog
        meetingId={meeting.id}
        topics={topics}
        targets={targets}
        open={isOpen}
        onOpenChange={setOpen}
        onOpenMeeting={(meetingId) => void navigate({ to: `/meetings/${meetingId}` })}
        onCreateMeeting={() => setCreating(true)}
      />
      <Suspense>
        {/* The new meeting is then the one to choose; the page stays with this one. */}
        <NewMeetingDialog
          open={isCreating}
          onOpenChange={setCreating}
          teams={teams}
          teamContextIn={teamContextAmong(me, teams)}
          teamId={meeting.team_id}
          onCreated={() => {}}
        />
      </Suspense>
    </div>
  );
}
