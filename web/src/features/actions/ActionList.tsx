import type { Action } from '@wentwell/contract/actions';
import type { UserId } from '@wentwell/contract/ids';
import type { ReactNode } from 'react';

import type { Person } from '#web/ui/identity/Avatar.tsx';

import type { ActionHandlers, ActionPerson } from './action-handlers.ts';
import { ActionRow } from './ActionRow.tsx';

export interface ActionListProps {
  label: string;
  actions: readonly Action[];
  people: readonly ActionPerson[];
  personOf: (userId: UserId) => Person;
  /** Null where the viewer may only read. */
  handlers: ActionHandlers | null;
  placeOf?: (action: Action) => ReactNode;
}

export function ActionList(props: ActionListProps): ReactNode {
  const { label, actions, people, personOf, handlers, placeOf } = props;
  return (
    <ul aria-label={label} className="grid divide-y divide-line">
      {actions.map((action) => (
        <li key={action.id} className="py-3">
          <ActionRow
            action={action}
            people={people}
            personOf={personOf}
            handlers={handlers}
            place={placeOf?.(action)}
          />
        </li>
      ))}
    </ul>
  );
}
