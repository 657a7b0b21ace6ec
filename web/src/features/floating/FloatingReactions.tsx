// Signals over the board: floating reactions, and the user's "writing in this column".
import { liveLimits } from '@wentwell/contract/limits';
import { FloatingEmoji } from '@wentwell/contract/live/live';
import { ColumnId } from '@wentwell/contract/notes/columns';
import { isBlank } from '@wentwell/contract/text/letters';
import { type ReactNode, useCallback, useEffect } from 'react';

import type { BoardClient } from '#web/live/board-client';
import { useBoardClient } from '#web/live/use-board';
import { Subscribers } from '#web/subscribers';
import { usePaletteCommands } from '#web/ui/overlays/palette-commands';

import { FloatingLayer } from './FloatingLayer.tsx';

export function FloatingReactions(): ReactNode {
  const client = useBoardClient();
  useTypingSignal(client);
  usePaletteCommands(
    FloatingEmoji.options.map((emoji) => ({
      id: `float-${emoji}`,
      group: 'Reactions' as const,
      label: `Send ${emoji} up over the board`,
      icon: <span aria-hidden="true">{emoji}</span>,
      keywords: ['reaction', 'floating', 'emoji'],
      run: () => sendFloating(client, emoji),
    })),
  );
  const subscribe = useCallback(
    (show: (emoji: FloatingEmoji) => void) => {
      const stopOwn = own.subscribe(show);
      const stop = client.subscribeToSignals((signal) => {
        if (signal.type === 'floating_reaction') show(signal.data.emoji);
      });
      return () => {
        stopOwn();
        stop();
      };
    },
    [client],
  );
  return <FloatingLayer subscribe={subscribe} />;
}

const own = new Subscribers<[emoji: FloatingEmoji]>();

/** The server sends it to the others; this page shows its own. */
export function sendFloating(client: BoardClient, emoji: FloatingEmoji): void {
  client.sendSignal({ type: 'floating_reaction', data: { emoji } });
  own.call(emoji);
}

/** Announces the column in which the user is writing a new note. */
function useTypingSignal(client: BoardClient): void {
  useEffect(() => {
    let said: { columnId: ColumnId | null; at: number } = { columnId: null, at: 0 };
    function say(columnId: ColumnId | null): void {
      const isSame = said.columnId === columnId;
      if (isSame && (columnId === null || performance.now() - said.at < liveLimits.typingEvery))
        return;
      said = { columnId, at: performance.now() };
      client.sendSignal({ type: 'typing', data: { column_id: columnId } });
    }
    function onInput({ target }: Event): void {
      if (!(target instanceof HTMLTextAreaElement)) return;
      const column = target.closest<HTMLElement>('.note-column')?.dataset['noteType'];
      const columnId = ColumnId.safeParse(column).data;
      if (columnId !== undefined) say(isBlank(target.value) ? null : columnId);
    }
    const onBlur = (): void => say(null);
    // Adding a note empties the field without an event.
    const stop = client.subscribe(() => {
      const field = document.activeElement;
      if (field instanceof HTMLTextAreaElement && field.value === '') say(null);
    });
    document.addEventListener('input', onInput);
    document.addEventListener('focusout', onBlur);
    return () => {
      stop();
      document.removeEventListener('input', onInput);
      document.removeEventListener('focusout', onBlur);
    };
  }, [client]);
}
