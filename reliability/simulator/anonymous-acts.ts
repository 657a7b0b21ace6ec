// Acts of users from a second browser in an anonymous meeting of a simulated world: they write notes that their pages,
// which are open in the first one, must not show as theirs.
import { NoteId } from '@wentwell/contract/ids';

import { newId } from '../../server/src/platform/ids.ts';
import { atOtherBrowser } from './anonymity.ts';
import { lead } from './lead.ts';
import { type Action, type Stage, someBoard } from './stage.ts';

/** The weight of each action among all steps. Worlds with names have none of them. */
export const anonymousWeights = {
  addElsewhere: 0,
};

/** The same in anonymous worlds. */
export const usualAnonymousWeights = { addElsewhere: 12 };

export const anonymousActs: Record<keyof typeof anonymousWeights, Action> = {
  addElsewhere(stage: Stage) {
    const { world } = stage;
    if (!world.isAnonymous) return;
    const as = world.random.pick(world.users);
    const note = newId(NoteId);
    world.setName(note, `note${world.ledger.entries.length}`);
    const text = stage.text(as);
    const column = world.random.pick(['went_well', 'to_improve']);
    const intent = { kind: 'add', note, text, column } as const;
    const body = { id: note, content: text, note_type: column };
    const author = atOtherBrowser(as.id);
    lead(stage, someBoard(stage), { as, author, below: '/notes', body, intent });
  },
};
