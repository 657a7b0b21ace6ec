import { actionPolicy } from '@wentwell/contract/actions/actions';
import { timerPolicy } from '@wentwell/contract/discussion/timer';
import { votePolicy } from '@wentwell/contract/discussion/votes';
import { refusalText } from '@wentwell/contract/errors';
import { groupPolicy } from '@wentwell/contract/notes/groups';
import { notePolicy } from '@wentwell/contract/notes/notes';
import { reactionPolicy } from '@wentwell/contract/notes/reactions';

import { meetingNow } from '#web/api/server-time';
import { noteActs } from '#web/features/notes/note-rights.tsx';
import { slotId, voteButton } from '#web/features/notes/use-board-keys';
import { sayWhyNot } from '#web/ui/feedback/say-why-not';
import { useShortcuts } from '#web/ui/overlays/use-shortcuts';

import { useMeetingParts } from './meeting-parts.ts';

type Vote = 'more' | 'less';
const votes: Readonly<Record<string, Vote>> = { v: 'more', 'Shift+v': 'less' };

/** `T` presses the timer, `A` focuses the action field, `V` votes. A key that nothing handles says why. */
export function useMeetingKeys(): void {
  const { board, who } = useMeetingParts();
  const now = () => meetingNow(board.meeting);

  function ofTimer(): void {
    const button = document.querySelector<HTMLElement>('.timer-place button');
    if (button) button.click();
    else say(refusalText(timerPolicy.change(who, now())));
  }

  function ofActions(): void {
    const line = document.querySelector<HTMLElement>(
      '[aria-label="New action item"] [role=combobox]',
    );
    if (!line) {
      return say(
        refusalText(actionPolicy.addTo(who, now())) ?? 'Press B for the discussion, then A.',
      );
    }
    // A narrow window shows the topic's panes in turn.
    if (!line.checkVisibility()) document.querySelector<HTMLElement>('.pane-toggle')?.click();
    line.focus();
  }

  function ofCard(found: (typeof noteActs)[number], slot: string | undefined): void {
    const note = board.notes.find(({ id }) => slotId(id) === slot);
    if (slot === undefined) chooseFirst();
    else if ('refusal' in found) say(found.refusal);
    else if (!note || found.act === 'group') say(refusalText(groupPolicy.change(who, now())));
    else say(refusalText(notePolicy[found.act](who, now(), note)));
  }

  /** Adds or removes a vote for the focused card's topic. */
  function ofVotes(target: EventTarget | null, slot: string | undefined, vote: Vote): void {
    const button = target instanceof Element && voteButton(target, vote);
    if (button) return button.click();
    const reason = refusalText(votePolicy.finish(who, now()));
    if (reason !== undefined) say(reason);
    else if (slot === undefined) chooseFirst();
    else say('Vote for the whole group. You cannot vote for action items.');
  }

  function ofReactions(card: Element | null | undefined, slot: string | undefined): void {
    const button = card?.querySelector<HTMLElement>('.reaction-add');
    const note = board.notes.find(({ id, group_id }) =>
      [id, group_id ?? id].some((each) => slotId(each) === slot),
    );
    if (button) button.click();
    else if (note) say(refusalText(reactionPolicy.react(who, now(), note)));
    else chooseFirst();
  }

  /** Keys whose controls are not on the page. */
  function whyMissing(shortcut: string): string | undefined {
    const { phase, status } = now();
    if (status !== 'live')
      return /^[cdq]$/.test(shortcut) ? refusalText('MEETING_NOT_LIVE') : undefined;
    if (phase === 'discussing') return undefined;
    if (shortcut === 'c') return 'The comment field opens in Discussing.';
    return shortcut === 'b' && phase !== 'closing_ready'
      ? "You're already on the board."
      : undefined;
  }

  useShortcuts((shortcut, { target }) => {
    const why = whyMissing(shortcut);
    if (why !== undefined) return () => say(why);
    const card = target instanceof Element ? target.closest('.note-slot') : null;
    const slot = card?.id;
    if (shortcut === 'r') return () => ofReactions(card, slot);
    if (shortcut === 't') return ofTimer;
    if (shortcut === 'a') return ofActions;
    const vote = votes[shortcut];
    if (vote) return () => ofVotes(target, slot, vote);
    if (shortcut === 'j') return slot === undefined && (() => say('No note is shown here.'));
    const found = noteActs.find(({ key }) => key === shortcut);
    return found && (() => ofCard(found, slot));
  });
}

/** Undefined if a key is allowed and ignored, such as on a button in a card. */
function say(title: string | undefined): void {
  if (title !== undefined) sayWhyNot(title);
}

/** Not while a view replaces the notes. */
function chooseFirst(): void {
  const isBoardShown = document.querySelector('.board-place:not([inert]) article') !== null;
  say(isBoardShown ? 'Pick a note first. Any arrow key takes you there.' : undefined);
}
