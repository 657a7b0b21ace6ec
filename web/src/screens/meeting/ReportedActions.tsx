import type { Action } from '@wentwell/contract/actions/actions';
import { CircleCheck, CircleSlash } from 'lucide-react';
import type { ReactNode } from 'react';

import { formerOwnerText } from '#web/features/actions/action-age';
import {
  DueField,
  isUnassigned,
  OwnerSelect,
  useUnassignedFirst,
} from '#web/features/actions/ActionFields.tsx';
import { ActionFacts } from '#web/features/actions/ActionRow.tsx';
import { classNames } from '#web/ui/class-names';
import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';
import { usePersonOf } from '#web/ui/identity/person';

import { useTools } from './action-tools.ts';

const states = {
  done: { Icon: CircleCheck, label: 'Done', tone: 'text-success-text' },
  dropped: { Icon: CircleSlash, label: 'Dropped', tone: 'text-soft' },
} as const;

const endsBeforeCorner = 'pr-3';

/** The action items of a meeting that is over, as paper cards; unassigned ones first. */
export function ReportedActions(props: {
  actions: readonly Action[];
  topicOf: (action: Action) => string | undefined;
}): ReactNode {
  const { actions, topicOf } = props;
  const { people, handlers } = useTools();
  const ordered = useUnassignedFirst(actions);
  const called = ordered.find(isUnassigned);
  return (
    <ul
      aria-label="Action items"
      className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))] gap-4 print:grid-cols-2"
    >
      {ordered.map((action) => (
        <li
          key={action.id}
          data-tone="accent"
          className={classNames(
            'flex min-h-39 break-inside-avoid flex-col gap-1 p-4 print:min-h-0',
            isUnassigned(action) ? 'rounded-md border border-control' : 'paper',
          )}
        >
          <Part>
            {(handlers || !isUnassigned(action)) && <State action={action} />}
            <p className="text-lg font-semibold wrap-anywhere">{action.text}</p>
            <p className="text-sm text-soft">{topicOf(action)}</p>
            {handlers && action.status === 'open' && (
              <div
                className={classNames(
                  'mt-auto flex flex-wrap items-center justify-between gap-2 pt-2 print:hidden',
                  !isUnassigned(action) && endsBeforeCorner,
                )}
              >
                <div
                  className={classNames(
                    'max-w-48 min-w-0 flex-1 basis-28',
                    !isUnassigned(action) && '-ml-3',
                  )}
                >
                  <OwnerSelect
                    {...{ action, people, handlers }}
                    emphasis={action === called ? 'first' : 'assign'}
                  />
                </div>
                <DueField action={action} handlers={handlers} />
              </div>
            )}
            {/* Replaces the fields on paper. */}
            <div
              className={classNames(
                'mt-auto pt-2',
                endsBeforeCorner,
                handlers && action.status === 'open' && 'hidden print:block',
              )}
            >
              <ActionFacts action={action} />
            </div>
          </Part>
        </li>
      ))}
    </ul>
  );
}

function State({ action }: { action: Action }): ReactNode {
  const personOf = usePersonOf();
  const { former_assignee_id: formerId } = action;
  if (isUnassigned(action)) {
    return (
      <p className="text-sm font-semibold text-warning-text print:hidden">
        {formerOwnerText(formerId && personOf(formerId))}
      </p>
    );
  }
  if (action.status === 'open') return null;
  const { Icon, label, tone } = states[action.status];
  return (
    <p className={`flex items-center gap-1.5 text-sm font-semibold ${tone}`}>
      <Icon aria-hidden="true" className="size-4" />
      {label}
    </p>
  );
}
