// Parts of a meeting without a place in its frame: focus, dialogs, keys, sounds, commands of the palette, floating reactions.
import { type ReactNode, useEffect } from 'react';

import { touchedNotes } from '#web/board/shown-change';
import { FloatingReactions } from '#web/features/floating/FloatingReactions.tsx';
import { CoLeadPalette } from '#web/features/meetings/co-leads.tsx';
import { FocusKeeper } from '#web/features/notes/FocusKeeper.tsx';
import { tellMore, TellMore } from '#web/features/questions/TellMore.tsx';
import { ExportPalette } from '#web/features/report/ExportMenu.tsx';
import { playReveal, playTimeUp } from '#web/features/timer/sound';
import { onTimeUp } from '#web/features/timer/time-left';
import { useBoardClient, useShownBoard } from '#web/live/use-board';
import { SmallPart } from '#web/ui/feedback/ErrorBoundary.tsx';
import type { Person } from '#web/ui/identity/person';

/** Acts on notes by features whose code is late. */
export const lateActs = { ask: tellMore };

export function LateParts({ isLive, me }: { isLive: boolean; me: Person }): ReactNode {
  const board = useShownBoard();
  const { meeting, you } = board;
  return (
    <SmallPart>
      <FocusKeeper />
      {isLive && <Sounds />}
      {isLive && <FloatingReactions />}
      {you.role !== 'guest' && <ExportPalette meeting={meeting} />}
      {isLive && <CoLeadPalette board={board} />}
      {isLive && meeting.settings.anonymous && <TellMore board={board} me={me} />}
    </SmallPart>
  );
}

function Sounds(): null {
  const client = useBoardClient();
  const { timer } = useShownBoard();
  useEffect(() => (timer ? onTimeUp(timer, playTimeUp) : undefined), [timer]);
  useEffect(
    () =>
      client.subscribeToChanges((changes) => {
        if (changes.flatMap(touchedNotes).some(({ news }) => news === 'revealed')) playReveal();
      }),
    [client],
  );
  return null;
}
