import { actionPolicy } from '@wentwell/contract/actions';
import { describeError, type PolicyResult } from '@wentwell/contract/errors';
import { groupPolicy } from '@wentwell/contract/groups';
import { isLead } from '@wentwell/contract/meetings';
import { notePolicy } from '@wentwell/contract/notes';
import { reactionPolicy } from '@wentwell/contract/reactions';
import { timerPolicy } from '@wentwell/contract/timer';
import { votePolicy } from '@wentwell/contract/votes';

import { meetingNow } from '#web/api/server-time';
import { slotId } from '#web/features/notes/use-board-keys';
import { toast } from '#web/ui/feedback/toast';
import { useShortcuts } from '#web/ui/overlays/use-shortcuts';

import { useMeetingParts } from './meeting-parts.ts';

const cardActs = { e: 'edit', m: 'move', g: 'group', Delete: 'remove' } as const;

/** `T` presses the timer, `A` focuses the action field. A key that nothing handles says why. */
export function useMeetingKeys(): void {
  const { board, who } = useMeetingParts();
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
        reasonOf(actionPolicy.addTo(who, now())) ?? 'Action items are in the discussion: press B.',
      );
    }
    // A narrow window shows the topic's panes in turn.
    if (!line.checkVisibility()) document.querySelector<HTMLElement>('.pane-toggle')?.click();
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
    else say('You vote for a whole group, and not for action items.');
  }

  function ofReactions(card: Element | null | undefined, slot: string | undefined): void {
    const button = card?.querySelector<HTMLElement>('.reaction-add');
    const note = board.notes.find(({ id, group_id }) => slotId(group_id ?? id) === slot);
    if (button) button.click();
    else if (note) say(reasonOf(reactionPolicy.react(who, now(), note)));
    else chooseFirst();
  }

  /** Keys whose controls are not on the page. */
  function whyMissing(shortcut: string): string | null {
    const { phase, status } = now();
    if (status !== 'live') return /^[cdh]$/.test(shortcut) ? reasonOf('MEETING_NOT_LIVE') : null;
    const isLeading = isLead(who.userId, board.meeting) && !board.hands.includes(who.userId);
    if (shortcut === 'h' && isLeading) return 'You lead, so just speak.';
    if (phase === 'discussing') return null;
    if (shortcut === 'c') return 'You can comment in Discussing.';
    return shortcut === 'b' && phase !== 'closing_ready' ? 'You are on the board already.' : null;
  }

  useShortcuts((shortcut, { target }) => {
    const why = whyMissing(shortcut);
    if (why !== null) return () => say(why);
    const card = target instanceof Element ? target.closest('.note-slot') : null;
    const slot = card?.id;
    if (shortcut === 'r') return () => ofReactions(card, slot);
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

/** Null if a key is allowed and ignored, such as on a button in a card. */
function say(title: string | null): void {
  if (title !== null) toast.info({ id: 'key-refused', title });
}

/** Not while a view replaces the notes. */
function chooseFirst(): void {
  const isBoardShown = document.querySelector('.board-place:not([inert]) article') !== null;
  say(isBoardShown ? 'Pick a note first. Any arrow key takes you there.' : null);
}
