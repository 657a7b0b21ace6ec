import type { Action } from '@wentwell/contract/actions';
import type { UserId } from '@wentwell/contract/ids';
import { type ReactNode, useState } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';
import type { Person } from '#web/ui/identity/person';
import { Card } from '#web/ui/layout/Card.tsx';

import { useDropping } from './action-drafts.ts';
import type { ActionHandlers, ActionPerson } from './action-handlers.ts';
import { isUnassigned, OwnerSelect } from './ActionFields.tsx';
import { ActionFacts } from './ActionRow.tsx';
import { DropReason } from './DropReason.tsx';

/** Reviews the team's open action items from earlier meetings while participants join. */
export function SinceLastTime(props: {
  actions: readonly Action[];
  people: readonly ActionPerson[];
  personOf: (userId: UserId) => Person;
  handlers: ActionHandlers | null;
  /** Rendered below the action items. */
  children?: ReactNode;
}): ReactNode {
  const { actions, people, personOf, handlers, children } = props;
  const [kept, setKept] = useState<ReadonlySet<Action['id']>>(new Set());
  const left = actions.filter(({ id }) => !kept.has(id)).length;
  return (
    <Card
      title="Since last time"
      description={
        actions.length === 0
          ? 'Nothing is left open from before.'
          : left === 0
            ? 'You have looked at everything.'
            : `${left} open action ${left === 1 ? 'item' : 'items'} to look at`
      }
    >
      {actions.length > 0 && (
        <ul aria-label="Since last time" data-tone="accent" className="grid gap-3">
          {actions.map((action) => (
            <li key={action.id} className="paper px-4 pt-3.5 pb-4">
              <OpenAction
                action={action}
                people={people}
                personOf={personOf}
                handlers={handlers}
                isKept={kept.has(action.id)}
                onKeep={() => setKept(new Set([...kept, action.id]))}
              />
            </li>
          ))}
        </ul>
      )}
      {children}
    </Card>
  );
}

function OpenAction(props: {
  action: Action;
  people: readonly ActionPerson[];
  personOf: (userId: UserId) => Person;
  handlers: ActionHandlers | null;
  /** The viewer has reviewed the item and keeps it open. */
  isKept: boolean;
  onKeep: () => void;
}): ReactNode {
  const { action, people, personOf, handlers, isKept, onKeep } = props;
  // The field keeps its place once an owner is chosen.
  const [wasNobodys] = useState(() => isUnassigned(action));
  const [isDropping, setDropping] = useDropping(handlers?.drafts, action.id);
  return (
    <div className="grid gap-2">
      <p className={isKept ? 'wrap-anywhere text-soft' : 'wrap-anywhere'}>{action.text}</p>
      <ActionFacts
        action={{ ...action, meetings_seen: action.meetings_seen + 1 }}
        personOf={personOf}
      />
      {handlers && wasNobodys && <OwnerSelect {...{ action, people, personOf, handlers }} />}
      {handlers && (
        <div
          role="group"
          aria-label={action.text}
          className="grid grid-cols-[repeat(auto-fit,minmax(4.5rem,1fr))] gap-1.5 pr-4"
        >
          <Button size="sm" onClick={() => handlers.change(action, { status: 'done' })}>
            Done
          </Button>
          <Button size="sm" onClick={onKeep}>
            {isKept ? 'Kept' : 'Keep'}
          </Button>
          <Button size="sm" onClick={() => setDropping(true)}>
            Drop
          </Button>
        </div>
      )}
      {handlers && isDropping && (
        <DropReason action={action} handlers={handlers} onClose={() => setDropping(false)} />
      )}
    </div>
  );
}
