import type { Action } from '@wentwell/contract/actions';
import type { ReactNode } from 'react';

import type { ActionDraft, DraftKey } from './action-drafts.ts';
import type { ActionTools } from './action-handlers.ts';
import { ActionForm } from './ActionForm.tsx';
import { ActionRow } from './ActionRow.tsx';

import './board-actions.css';

/** The action items of a meeting or a topic, with the form that adds items. */
export function BoardActions(
  props: ActionTools & {
    actions: readonly Action[];
    /** Null if the phase accepts none. */
    onAdd: ((draft: ActionDraft) => void) | null;
    draftKey: DraftKey;
    /** Shown beside each owner. */
    placeOf?: (action: Action) => ReactNode;
    /** Rendered between the items and the form. */
    children?: ReactNode;
  },
): ReactNode {
  const { actions, onAdd, draftKey, placeOf, children, ...tools } = props;
  const { people, handlers } = tools;
  const kept = onAdd ? undefined : handlers?.drafts.read(draftKey)?.line;
  return (
    <div className="board-actions flex flex-1 flex-col gap-3">
      {/* The review has a title of its own. */}
      {!placeOf && <h3 className="quiet-title">Agreed here</h3>}
      {actions.length > 0 ? (
        <ul aria-label="Action items" className="grid grid-cols-[minmax(0,1fr)] gap-2">
          {actions.map((action) => (
            <li
              key={action.id}
              className="paper px-4 pt-3.5 pb-3 text-[1rem] leading-6 font-[550]"
              data-tone="accent"
            >
              <ActionRow {...tools} action={action} place={placeOf?.(action)} />
            </li>
          ))}
        </ul>
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
