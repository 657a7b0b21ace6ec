import type { UserId } from '@wentwell/contract/ids';
import { isAway } from '@wentwell/contract/live';
import { Hand } from 'lucide-react';
import type { ReactNode } from 'react';

import { useBoardClient, useShownBoard } from '#web/live/use-board';
import { Button } from '#web/ui/buttons/Button.tsx';
import { usePersonOf } from '#web/ui/identity/person';
import { useCommands } from '#web/ui/overlays/commands';
import { useShortcuts } from '#web/ui/overlays/use-shortcuts';

import { handCommands, type HandIntent } from './hand-commands.ts';

function useChange(): (intent: HandIntent) => void {
  const client = useBoardClient();
  const { id: meetingId } = useShownBoard().meeting;
  return (intent) => void client.run(handCommands({ meetingId }).create(intent));
}

/** For leads: whose turn it is, in place of the phase's hint. */
export function HandsUp(props: {
  /** The button that lowers the user's own hand. */
  children: ReactNode;
}): ReactNode {
  const { hands, presence, you } = useShownBoard();
  const personOf = usePersonOf();
  const change = useChange();
  const lowerAll = (): void => change({ all: 'lowered' });
  useCommands([
    {
      id: 'lower-hands',
      group: 'Meeting',
      label: 'Lower all hands',
      icon: <Hand />,
      run: lowerAll,
    },
  ]);
  const [first, second, ...others] = hands;
  if (first === undefined) return null;
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
      <Hand aria-hidden="true" className="size-4 shrink-0" />
      <p className="min-w-0 flex-1 basis-24 wrap-anywhere">
        <strong className="text-ink">{isOwn ? 'You' : namedOf(first)}</strong>
        {isOwn ? ' have' : ' has'} a hand up
        {second !== undefined && <>, then {namedOf(second)}</>}
        {others.length > 0 && ` and ${others.length} more`}.
      </p>
      <span className="-my-1.5 flex max-w-full flex-wrap gap-1">
        {props.children}
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
export function RaiseHand(props: {
  /** Label of the raised hand. Undefined while it is down. */
  label: string | undefined;
}): ReactNode {
  const change = useChange();
  const isUp = props.label !== undefined;
  const action = isUp ? 'Lower hand' : 'Raise hand';
  const toggle = (): void => change({ raised: !isUp });
  useShortcuts((shortcut) => shortcut === 'h' && toggle);
  useCommands([
    {
      id: 'hand',
      group: 'Meeting',
      label: action,
      icon: <Hand />,
      shortcut: 'H',
      run: toggle,
    },
  ]);
  return (
    <Button
      size="sm"
      variant={isUp ? 'primary' : 'ghost'}
      data-up={isUp || undefined}
      aria-keyshortcuts="H"
      title={`${action} (H)`}
      onClick={toggle}
    >
      <Hand aria-hidden="true" />
      {props.label ?? action}
      {isUp && <span className="sr-only">{action}</span>}
    </Button>
  );
}
