import { Link } from '@tanstack/react-router';
import type { Meeting } from '@wentwell/contract/meetings';
import type { Team } from '@wentwell/contract/teams';
import { ArrowRight, Radio } from 'lucide-react';

import { buttonClass } from '#web/ui/buttons/button-class';
import { Card } from '#web/ui/layout/Card.tsx';

const shown = 3;

/** The live meetings of the user's teams; renders nothing where there are none. */
export function LiveNow({
  meetings,
  teams,
}: {
  meetings: readonly Meeting[];
  teams: readonly Pick<Team, 'id' | 'name'>[];
}) {
  if (meetings.length === 0) return null;
  return (
    <Card icon={<Radio />} title={meetings.length === 1 ? 'A meeting is live' : 'Live meetings'}>
      <ul className="grid gap-3">
        {meetings.slice(0, shown).map((meeting) => (
          <li key={meeting.id} className="flex flex-wrap items-center justify-between gap-3">
            <span className="grid min-w-0 flex-[1_1_200px]">
              <span className="line-clamp-2 font-semibold wrap-anywhere" title={meeting.name}>
                {meeting.name}
              </span>
              <span className="line-clamp-1 text-soft wrap-anywhere">
                {teams.find(({ id }) => id === meeting.team_id)?.name}
              </span>
            </span>
            <Link
              to="/meetings/$meetingId"
              params={{ meetingId: meeting.id }}
              aria-label={`Join ${meeting.name}`}
              className={buttonClass({ variant: 'primary' })}
            >
              Join
              <ArrowRight aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
