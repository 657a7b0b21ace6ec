import { FloatingEmoji } from '@wentwell/contract/live/live';
import { PartyPopper } from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';

import { useBoardClient } from '#web/live/use-board';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Popover } from '#web/ui/overlays/Popover.tsx';

import { chooseFloating, showsFloating, subscribeToFloating } from './FloatingLayer.tsx';
import { sendFloating } from './FloatingReactions.tsx';

/** Buttons for five floating emojis, and a switch that hides them. */
export function SendFloating(): ReactNode {
  const client = useBoardClient();
  const isShown = useSyncExternalStore(subscribeToFloating, showsFloating);
  return (
    <Popover
      label="Floating reactions"
      side="top"
      align="start"
      trigger={
        <Button variant="ghost" icon={<PartyPopper />}>
          <span className="max-[20rem]:sr-only">Floating reactions</span>
        </Button>
      }
    >
      <div className="grid gap-3">
        <div className="flex gap-1">
          {FloatingEmoji.options.map((emoji) => (
            <button
              key={emoji}
              type="button"
              aria-label={`Send ${emoji}`}
              onClick={() => sendFloating(client, emoji)}
              className="ring-focus grid size-11 place-items-center rounded-md text-xl hover:bg-hover"
            >
              {emoji}
            </button>
          ))}
        </div>
        <Button size="sm" onClick={() => chooseFloating(!isShown)}>
          {isShown ? 'Hide floating reactions' : 'Show floating reactions'}
        </Button>
      </div>
    </Popover>
  );
}
