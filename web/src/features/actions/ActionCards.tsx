import type { Action } from '@wentwell/contract/actions';
import type { UserId } from '@wentwell/contract/ids';
import { CircleCheck, CircleSlash } from 'lucide-react';
import type { ReactNode } from 'react';

import type { Person } from '#web/ui/identity/Avatar.tsx';

import { formerOwnerText } from './action-age.ts';
import type { ActionHandlers, ActionPerson } from './action-handlers.ts';
import { DueField, isNobodys, OwnerSelect, useNobodysFirst } from './ActionFields.tsx';
import { ActionFacts } from './ActionRow.tsx';

import './action-cards.css';

const states = {
  done: { Icon: CircleCheck, label: 'Done', tone: 'text-success-text' },
  dropped: { Icon: CircleSlash, label: 'Dropped', tone: 'text-soft' },
} as const;

/** The action items of a meeting, as paper; those without an owner first. */
export function ActionCards(props: {
  actions: readonly Action[];
  topicOf: (action: Action) => string | undefined;
  people: readonly ActionPerson[];
  personOf: (userId: UserId) => Person;
  handlers: ActionHandlers | null;
}): ReactNode {
  const { actions, topicOf, people, personOf, handlers } = props;
  const ordered = useNobodysFirst(actions);
  const called = ordered.find(isNobodys);
  return (
    <ul aria-label="Action items" className="action-cards">
      {ordered.map((action) => (
        <li
          key={action.id}
          data-tone="accent"
          className={isNobodys(action) ? 'action-card nobodys' : 'action-card paper'}
        >
          <State action={action} personOf={personOf} />
          <p className="text-lg font-semibold wrap-anywhere">{action.text}</p>
          <p className="text-sm text-soft">{topicOf(action)}</p>
          {handlers && action.status === 'open' && (
            <div className="action-card-fields">
              <div className="max-w-48 min-w-0 flex-1">
                <OwnerSelect
                  {...{ action, people, personOf, handlers }}
                  isCall={action === called}
                />
              </div>
              <DueField action={action} handlers={handlers} />
            </div>
          )}
          <div className="action-card-facts">
            <ActionFacts action={action} personOf={personOf} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function State(props: { action: Action; personOf: (userId: UserId) => Person }): ReactNode {
  const { action, personOf } = props;
  const { former_assignee_id: formerId } = action;
  if (isNobodys(action)) {
    return (
      <p className="text-sm font-semibold text-warning-text">
        {formerId === null ? 'Nobody’s' : formerOwnerText(personOf(formerId).name)}
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
