// What passes over the board: reactions that float up, and that this person is writing in a column.
import { ColumnId } from '@wentwell/contract/columns';
import { liveLimits } from '@wentwell/contract/limits';
import { FloatingEmoji } from '@wentwell/contract/live';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';

import type { BoardClient } from '#web/live/board-client';
import { useCommands } from '#web/ui/overlays/commands';

import { showsFloating, subscribeToFloating } from './floating-choice.ts';

import './floating.css';

/** More at once are not drawn. */
const shownMax = 30;
const floatMs = 3000;

interface Floating {
  id: number;
  emoji: FloatingEmoji;
  /** Across the window, in percent. */
  left: number;
}

/** Looked at only: nothing here is read out or takes the focus. */
export function FloatingReactions({ client }: { client: BoardClient }): ReactNode {
  useTypingSignal(client);
  const isShown = useSyncExternalStore(subscribeToFloating, showsFloating);
  const floating = useFloating(client, isShown);
  useCommands(
    FloatingEmoji.options.map((emoji) => ({
      id: `float-${emoji}`,
      group: 'Meeting' as const,
      label: `Send ${emoji} up over the board`,
      icon: <span aria-hidden="true">{emoji}</span>,
      keywords: ['reaction', 'floating', 'emoji'],
      run: () => sendFloating(client, emoji),
    })),
  );
  return (
    <div aria-hidden="true" className="floating-reactions">
      {floating.map(({ id, emoji, left }) => (
        <span key={id} style={{ insetInlineStart: `${left}%` }}>
          {emoji}
        </span>
      ))}
    </div>
  );
}

const own = new Set<(emoji: FloatingEmoji) => void>();

/** The server sends it to the others; this page shows it itself. */
export function sendFloating(client: BoardClient, emoji: FloatingEmoji): void {
  client.sendSignal({ type: 'floating_reaction', data: { emoji } });
  for (const show of own) show(emoji);
}

function useFloating(client: BoardClient, isShown: boolean): readonly Floating[] {
  const [floating, setFloating] = useState<readonly Floating[]>([]);
  useEffect(() => {
    if (!isShown) return undefined;
    const timers = new Set<ReturnType<typeof setTimeout>>();
    let last = 0;
    function show(emoji: FloatingEmoji): void {
      last += 1;
      const one = { id: last, emoji, left: 10 + Math.random() * 80 };
      setFloating((current) => [...current, one].slice(-shownMax));
      const timer = setTimeout(() => {
        timers.delete(timer);
        setFloating((current) => current.filter(({ id }) => id !== one.id));
      }, floatMs);
      timers.add(timer);
    }
    own.add(show);
    const stop = client.subscribeToSignals(({ data }) => show(data.emoji));
    return () => {
      own.delete(show);
      stop();
      for (const timer of timers) clearTimeout(timer);
      setFloating([]);
    };
  }, [client, isShown]);
  return floating;
}

/** Says in which column this person is writing a new note, while they are. */
function useTypingSignal(client: BoardClient): void {
  useEffect(() => {
    let said: { columnId: ColumnId | null; at: number } = { columnId: null, at: 0 };
    function say(columnId: ColumnId | null): void {
      const isSame = said.columnId === columnId;
      if (isSame && (columnId === null || Date.now() - said.at < liveLimits.typingEvery)) return;
      said = { columnId, at: Date.now() };
      client.sendSignal({ type: 'typing', data: { column_id: columnId } });
    }
    function onInput({ target }: Event): void {
      if (!(target instanceof HTMLTextAreaElement)) return;
      const column = target.closest<HTMLElement>('.note-column')?.dataset['noteType'];
      const columnId = ColumnId.safeParse(column).data;
      if (columnId !== undefined) say(target.value.trim() === '' ? null : columnId);
    }
    const onBlur = (): void => say(null);
    // A text that is added empties its field without an event of it.
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
