import type { Action } from '@wentwell/contract/actions';
import type { UserId } from '@wentwell/contract/ids';
import type { ReactNode } from 'react';

import type { Person } from '#web/ui/identity/Avatar.tsx';

import type { ActionDraft, DraftKey } from './action-drafts.ts';
import type { ActionHandlers, ActionPerson } from './action-handlers.ts';
import { ActionForm } from './ActionForm.tsx';
import { ActionRow } from './ActionRow.tsx';

import './board-actions.css';

function ActionList(props: {
  label: string;
  actions: readonly Action[];
  people: readonly ActionPerson[];
  personOf: (userId: UserId) => Person;
  handlers: ActionHandlers | null;
  placeOf?: (action: Action) => ReactNode;
}): ReactNode {
  const { label, actions, people, personOf, handlers, placeOf } = props;
  return (
    <ul aria-label={label} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {actions.map((action) => (
        <li key={action.id} className="paper agreed-action" data-tone="accent">
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

/** The action items of a meeting, or of one topic, with the form that adds to them. */
export function BoardActions(props: {
  actions: readonly Action[];
  people: readonly ActionPerson[];
  personOf: (userId: UserId) => Person;
  handlers: ActionHandlers | null;
  /** Null where the phase takes none. */
  onAdd: ((draft: ActionDraft) => void) | null;
  draftKey: DraftKey;
  /** Beside the owner of each. */
  placeOf?: (action: Action) => ReactNode;
  /** Between the items and the form. */
  children?: ReactNode;
}): ReactNode {
  const { actions, people, personOf, handlers, onAdd, draftKey, placeOf, children } = props;
  const kept = onAdd ? undefined : handlers?.drafts.read(draftKey)?.line;
  return (
    <div className="board-actions">
      {/* The review has a title of its own. */}
      {!placeOf && <h3 className="quiet-title">Agreed here</h3>}
      {actions.length > 0 ? (
        <ActionList
          label="Action items"
          actions={actions}
          people={people}
          personOf={personOf}
          handlers={handlers}
          {...(placeOf && { placeOf })}
        />
      ) : (
        <p className="text-soft">
          {onAdd
            ? 'No action items yet.'
            : 'No action items yet. They are agreed in Discussing and Ready to Close.'}
        </p>
      )}
      {children}
      {onAdd && handlers && (
        <ActionForm
          people={people}
          drafts={handlers.drafts}
          draftKey={draftKey}
          onSubmit={onAdd}
          label="New action item"
        />
      )}
      {kept && (
        <p role="status" className="text-xs wrap-anywhere text-muted">
          Your text is kept: “{kept}”
        </p>
      )}
    </div>
  );
}
