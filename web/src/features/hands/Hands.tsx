import { handPolicy } from '@wentwell/contract/board/hands';
import { refusalText } from '@wentwell/contract/errors';
import type { UserId } from '@wentwell/contract/ids';
import { isAway } from '@wentwell/contract/live/live';
import { meetingPolicy } from '@wentwell/contract/meetings/meetings';
import { Hand } from 'lucide-react';
import type { ReactNode } from 'react';

import { meetingNow } from '#web/api/server-time';
import { callsOn } from '#web/board/person-marks';
import { useBoardClient, useShownBoard } from '#web/live/use-board';
import { useViewer } from '#web/live/use-viewer';
import { Button } from '#web/ui/buttons/Button.tsx';
import { sayWhyNot } from '#web/ui/feedback/say-why-not';
import { type Person, usePersonOf } from '#web/ui/identity/person';
import { usePaletteCommands } from '#web/ui/overlays/palette-commands';
import { useShortcuts } from '#web/ui/overlays/use-shortcuts';

import { handCommands, type HandIntent } from './hand-commands.ts';

function useHands() {
  const client = useBoardClient();
  const { hands, meeting } = useShownBoard();
  const who = useViewer();
  const change = (intent: HandIntent): void =>
    void client.run(handCommands({ meetingId: meeting.id }).create(intent));
  const isUp = hands.includes(who.userId);
  const leads = meetingPolicy.lead(who, meeting) === 'allowed';
  return {
    change,
    isUp,
    toggle: () => change({ raised: !isUp }),
    /** Why the user can do neither. */
    whyNot:
      refusalText(handPolicy.set(who, meetingNow(meeting), { raised: !isUp })) ??
      (leads && !isUp ? "You're leading, so just speak." : undefined),
    /** Null if there are none, or the user cannot lower them. */
    lowerAll: leads && hands.length > 0 ? () => change({ all: 'lowered' }) : null,
  };
}

/** The key H and the palette's commands, also while the line below the bar shows something else. */
export function HandPalette(): null {
  const { hands, you } = useShownBoard();
  const personOf = usePersonOf();
  const { change, isUp, toggle, whyNot, lowerAll } = useHands();
  useShortcuts((shortcut) => {
    if (shortcut !== 'h') return null;
    return whyNot === undefined ? toggle : () => sayWhyNot(whyNot);
  });
  const own = { label: labelOf(isUp), shortcut: 'H', isInMenu: true, run: toggle };
  const all = lowerAll && { label: 'Lower all hands', run: lowerAll };
  const others = hands.filter((id) => id !== you.user_id);
  const turns = others.map((user_id) => ({
    id: `turn-${user_id}`,
    label: turnOf(personOf(user_id)),
    hint: personOf(user_id).name,
    isSearchOnly: true,
    personId: user_id,
    run: () => change({ raised: false, user_id }),
  }));
  usePaletteCommands(
    [
      ...(whyNot === undefined ? [{ id: 'hand', ...own }] : []),
      ...(all ? [{ id: 'lower-hands', ...all }, ...turns] : []),
    ].map((command) => ({ ...command, group: 'Meeting', icon: <Hand /> })),
  );
  return null;
}

const labelOf = (isUp: boolean): string => (isUp ? 'Lower hand' : 'Raise hand');
const turnOf = ({ name }: Person): string => `${name.split(' ')[0]}'s turn`;

/** For leads: whose turn it is, in place of the phase's hint. */
export function HandsUp(): ReactNode {
  const { hands, presence, you } = useShownBoard();
  const personOf = usePersonOf();
  const { change, lowerAll } = useHands();
  const [first, second, ...others] = hands;
  if (first === undefined || lowerAll === null) return null;
  const nameOf = (id: UserId): string => personOf(id).name;
  const namedOf = (id: UserId): ReactNode =>
    id === you.user_id ? (
      'you'
    ) : (
      <>
        <bdi>{nameOf(id)}</bdi>
        {isAway(id, presence) && ' (away)'}
      </>
    );
  const isOwn = first === you.user_id;
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2">
      <Hand className="size-4 shrink-0" />
      <p className="min-w-0 flex-1 basis-24 wrap-anywhere">
        <strong className="text-ink">{isOwn ? 'You' : namedOf(first)}</strong>
        {isOwn ? ' have' : ' has'} a hand up
        {second !== undefined && <>, then {namedOf(second)}</>}
        {others.length > 0 && ` and ${others.length} more`}.
      </p>
      <span className="-my-1.5 flex max-w-full flex-wrap gap-1">
        <RaiseHand />
        {!isOwn && (
          <Button size="sm" onClick={() => change({ raised: false, user_id: first })}>
            <span className="max-w-40 truncate">
              <bdi>{nameOf(first).split(' ')[0]}</bdi>'s turn
            </span>
          </Button>
        )}
        <Button size="sm" variant="ghost" onClick={lowerAll}>
          Lower all
        </Button>
      </span>
    </div>
  );
}

/** Raises and lowers the user's hand, like the key H. */
export function RaiseHand(): ReactNode {
  const board = useShownBoard();
  const { isUp, toggle, whyNot } = useHands();
  if (whyNot !== undefined) return null;
  const action = labelOf(isUp);
  return (
    <Button
      size="sm"
      variant={isUp ? 'primary' : 'ghost'}
      data-up={isUp || undefined}
      aria-keyshortcuts="H"
      title={`${action} (H)`}
      onClick={toggle}
    >
      <Hand />
      {callsOn(board).labels.get(board.you.user_id) ?? action}
      {isUp && <span className="sr-only">{action}</span>}
    </Button>
  );
}
