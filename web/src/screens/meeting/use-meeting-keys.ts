import { actionPolicy } from '@wentwell/contract/actions';
import type { Board } from '@wentwell/contract/board';
import { describeError, type PolicyResult } from '@wentwell/contract/errors';
import { groupPolicy } from '@wentwell/contract/groups';
import { notePolicy } from '@wentwell/contract/notes';
import type { TeamContext } from '@wentwell/contract/teams';
import { timerPolicy } from '@wentwell/contract/timer';
import { votePolicy } from '@wentwell/contract/votes';

import { meetingNow } from '#web/api/server-time';
import { slotId } from '#web/features/notes/use-board-keys';
import { toast } from '#web/ui/feedback/toast';
import { useShortcuts } from '#web/ui/overlays/use-shortcuts';

const cardActs = { e: 'edit', m: 'move', g: 'group', Delete: 'remove' } as const;

/** `T` presses the timer, `A` goes to the line for action items. A key that nothing on the page has taken says why. */
export function useMeetingKeys(board: Board, who: TeamContext): void {
  const now = () => meetingNow(board.meeting);

  function ofTimer(): void {
    const button = document.querySelector<HTMLElement>('.timer-place button');
    if (button) button.click();
    else say(reasonOf(timerPolicy.change(who, now())));
  }

  function ofActions(): void {
    const line = document.querySelector<HTMLElement>(
      '[aria-label="New action item"] [role=combobox]',
    );
    if (!line) {
      return say(
        reasonOf(actionPolicy.addTo(who, now())) ?? 'The board takes no action items: press B.',
      );
    }
    // In a narrow window the parts of a topic take turns.
    if (!line.checkVisibility())
      document.querySelector<HTMLElement>('.pane-tabs > :last-child')?.click();
    line.focus();
  }

  function ofCard(act: (typeof cardActs)[keyof typeof cardActs], slot: string | undefined): void {
    const note = board.notes.find(({ id }) => slotId(id) === slot);
    if (slot === undefined) chooseFirst();
    else if (!note || act === 'group') say(reasonOf(groupPolicy.change(who, now())));
    else say(reasonOf(notePolicy[act](who, now(), note)));
  }

  function ofVotes(slot: string | undefined): void {
    const reason = reasonOf(votePolicy.finish(who, now()));
    if (reason !== null) say(reason);
    else if (slot === undefined) chooseFirst();
    else say('Groups are voted on as a whole, and action items not at all.');
  }

  useShortcuts((shortcut, { target }) => {
    const slot = target instanceof Element ? target.closest('.note-slot')?.id : undefined;
    if (shortcut === 't') return ofTimer;
    if (shortcut === 'a') return ofActions;
    if (shortcut === 'v' || shortcut === 'Shift+v') return () => ofVotes(slot);
    if (shortcut === 'j') return slot === undefined && (() => say('No note is shown here.'));
    const act = Object.entries(cardActs).find(([key]) => key === shortcut)?.[1];
    return act && (() => ofCard(act, slot));
  });
}

function reasonOf(result: PolicyResult): string | null {
  return result === 'allowed' ? null : describeError(result).detail;
}

/** Null where a key is allowed and left alone, such as on a button within a card. */
function say(title: string | null): void {
  if (title !== null) toast.info({ id: 'key-refused', title });
}

/** Not where something else is shown in place of the notes. */
function chooseFirst(): void {
  const isBoardShown = document.querySelector('.board-place:not([inert]) article') !== null;
  say(isBoardShown ? 'Choose a note first: an arrow key leads to the board.' : null);
}
