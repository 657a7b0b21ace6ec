import type { Action } from '@wentwell/contract/actions';
import { CalendarDays } from 'lucide-react';
import type { ReactNode } from 'react';

import { dueText } from '#web/features/actions/action-age';
import { currentDay } from '#web/features/actions/days';
import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';

import { By } from './Columns.tsx';
import { Paged } from './Paged.tsx';
import type { Stage } from './StageHead.tsx';

/** Action items as paper, each with owner and due day. */
export function Promises(props: { stage: Stage; actions: readonly Action[] }): ReactNode {
  const { stage, actions } = props;
  const today = currentDay();
  return (
    <Paged>
      <ul aria-label="Action items" data-tone="accent" className="watch-cards watch-promises grid">
        {actions.map((action) => {
          const due = dueText(action, today);
          return (
            <li key={action.id} className="watch-card paper flex flex-col justify-between">
              <Part>
                <p className="font-semibold">{action.text}</p>
                <By person={stage.personOf(action.assignee_id)}>
                  {due !== null && (
                    <span className="flex items-center gap-1.5">
                      <CalendarDays aria-hidden="true" className="size-[1em]" />
                      {due}
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
