import { type Action, unassignedLabel } from '@wentwell/contract/actions/actions';
import { seatName } from '@wentwell/contract/live/live';
import { CalendarDays } from 'lucide-react';
import type { ReactNode } from 'react';

import { dayText } from '#web/features/actions/action-age';
import { currentDay } from '#web/features/actions/days';
import { classNames } from '#web/ui/class-names';
import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';

import { By } from './Columns.tsx';
import { Paged } from './Paged.tsx';
import { useStage } from './StageHead.tsx';

/** Action items as paper, each with owner and due day. */
export function Promises({ actions }: { actions: readonly Action[] }): ReactNode {
  const { personOf } = useStage();
  const today = currentDay();
  return (
    <Paged>
      <ul aria-label="Action items" data-tone="accent" className="watch-cards watch-promises grid">
        {actions.map((action) => {
          const owner = personOf(action.assignee_id);
          return (
            <li
              key={action.id}
              className={classNames(
                'watch-card flex flex-col justify-between',
                owner ? 'paper' : 'rounded-md border border-control',
              )}
            >
              <Part>
                <p className="font-semibold">{action.text}</p>
                <By person={owner} name={owner ? seatName({ userName: owner.name }) : undefined}>
                  {!owner && (
                    <span className="font-semibold text-warning-text">{unassignedLabel}</span>
                  )}
                  {action.due_on !== null && (
                    <span className="flex items-center gap-1.5 whitespace-nowrap">
                      <CalendarDays className="size-[1em]" />
                      {dayText(action, today)}
                    </span>
                  )}
                </By>
              </Part>
            </li>
          );
        })}
      </ul>
    </Paged>
  );
}
