import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { carryOverPolicy } from '@wentwell/contract/carry-over';
import type { ReportTopic } from '@wentwell/contract/meeting-report';
import type { Meeting } from '@wentwell/contract/meetings';
import type { TeamContext } from '@wentwell/contract/teams';
import { CornerUpRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import { meetingNow } from '#web/api/server-time';
import { teamMeetingsQuery } from '#web/features/meetings/meetings.queries';
import { CarryOverDialog } from '#web/features/report/CarryOverDialog.tsx';
import { Button } from '#web/ui/buttons/Button.tsx';

/** Offers the meetings of the team that are planned, or still take notes. */
export function CarryOver(props: {
  meeting: Pick<Meeting, 'id' | 'team_id'>;
  topics: readonly ReportTopic[];
  who: TeamContext;
}): ReactNode {
  const { meeting, topics, who } = props;
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const { data = [] } = useQuery({ ...teamMeetingsQuery(meeting.team_id), enabled: isOpen });
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
        onOpenMeeting={(meetingId) =>
          void navigate({ to: '/meetings/$meetingId', params: { meetingId } })
        }
      />
    </div>
  );
}
