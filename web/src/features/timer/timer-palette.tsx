import type { Timer, TimerInput } from '@wentwell/contract/discussion/timer';
import { AlarmClockPlus, Pause, Play, Square, Timer as TimerIcon } from 'lucide-react';

import type { PaletteCommand } from '#web/ui/overlays/palette-commands';

/** In minutes. */
export const timerPresets = [1, 3, 5, 10] as const;
export const oneMinuteMore: TimerInput = { action: 'add', seconds: 60 };

export function timerPalette(
  timer: Timer | null,
  isOver: boolean,
  set: (input: TimerInput) => void,
): PaletteCommand[] {
  const common = { group: 'Meeting' as const, keywords: ['timer', 'clock', 'time', 'countdown'] };
  const commands: PaletteCommand[] = timerPresets.map((minutes) => ({
    ...common,
    id: `timer-start-${minutes}`,
    label: `Start timer: ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`,
    icon: <TimerIcon />,
    // One is enough before the user types.
    isSearchOnly: minutes !== 5,
    run: () => set({ action: 'start', seconds: minutes * 60 }),
  }));
  if (timer === null) return commands;
  const add = { id: 'timer-add', label: 'Timer: add 1 minute', icon: <AlarmClockPlus /> };
  commands.push({ ...common, ...add, run: () => set(oneMinuteMore) });
  if (timer.state === 'paused') {
    const resume = { id: 'timer-resume', label: 'Resume timer', icon: <Play /> };
    commands.push({ ...common, ...resume, run: () => set({ action: 'resume' }) });
  } else if (!isOver) {
    const pause = { id: 'timer-pause', label: 'Pause timer', icon: <Pause /> };
    commands.push({ ...common, ...pause, run: () => set({ action: 'pause' }) });
  }
  const stop = { id: 'timer-stop', label: 'Stop timer', icon: <Square /> };
  commands.push({ ...common, ...stop, run: () => set({ action: 'stop' }) });
  return commands;
}
