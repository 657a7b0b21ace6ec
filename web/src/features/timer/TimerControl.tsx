import { useMutation } from '@tanstack/react-query';
import type { MeetingId } from '@wentwell/contract/ids';
import type { Timer, TimerInput } from '@wentwell/contract/timer';
import { AlarmClock, BellRing, Pause, Timer as TimerIcon } from 'lucide-react';
import { type ReactNode, Suspense, useEffect } from 'react';

import { classNames } from '#web/ui/class-names';
import { clockText } from '#web/ui/formats';
import type { LazyComponent } from '#web/ui/layout/lazy-page.tsx';
import { useCommands } from '#web/ui/overlays/commands';
import { Popover } from '#web/ui/overlays/Popover.tsx';

import { onTimeUp, useSecondsLeft } from './time-left.ts';
import { timerCommands } from './timer-commands.tsx';
import { playTimeUp } from './timer-sound.ts';
import { timerMutation } from './timer.queries.ts';
import type { AutoAdvance, TimerPanelProps } from './TimerPanel.tsx';

const warningSeconds = 30;

type Stage = 'none' | 'running' | 'warning' | 'over' | 'paused';

const looks: Record<Stage, { icon: typeof TimerIcon; tone: string }> = {
  none: { icon: TimerIcon, tone: 'text-soft hover:bg-hover hover:text-ink' },
  running: { icon: TimerIcon, tone: 'text-ink hover:bg-hover' },
  warning: { icon: AlarmClock, tone: 'bg-warning-soft text-warning-text' },
  over: { icon: BellRing, tone: 'bg-danger-soft text-danger-text' },
  paused: { icon: Pause, tone: 'text-muted hover:bg-hover hover:text-ink' },
};

/** Announced as the stages come: the seconds between them are not. */
const announcements: Partial<Record<Stage, string>> = {
  warning: 'Half a minute left.',
  over: 'The time is up.',
};

function stageOf(timer: Timer | null, seconds: number | null): Stage {
  if (timer === null || seconds === null) return 'none';
  if (timer.state === 'paused') return 'paused';
  if (seconds === 0) return 'over';
  return seconds <= warningSeconds ? 'warning' : 'running';
}

/** The countdown, the same for everybody (docs/retro.md R-71). Pressed, it offers what this user can do with it. */
export function TimerControl(props: {
  /** Its form, which is loaded after the board and before the first press. */
  Panel: LazyComponent<TimerPanelProps>;
  meetingId: MeetingId;
  timer: Timer | null;
  /** The user may set it. */
  leads: boolean;
  autoAdvance: AutoAdvance;
  onChanged: () => void;
}): ReactNode {
  const { Panel, meetingId, timer, leads, autoAdvance, onChanged } = props;
  const seconds = useSecondsLeft(timer);
  const mutation = useMutation(timerMutation(meetingId, onChanged));
  useEffect(() => (timer ? onTimeUp(timer, playTimeUp) : undefined), [timer]);

  useEffect(() => void Panel.preload(), [Panel]);

  /** Resolves to whether the server has set it. A refusal has been reported by then. */
  async function set(input: TimerInput): Promise<boolean> {
    // The second press of a double click.
    if (
      input.action !== 'add' &&
      mutation.isPending &&
      mutation.variables.action === input.action
    ) {
      return false;
    }
    try {
      await mutation.mutateAsync(input);
      return true;
    } catch {
      return false;
    }
  }

  const stage = stageOf(timer, seconds);
  useCommands(leads ? timerCommands(timer, stage === 'over', (input) => void set(input)) : []);
  const { icon: Icon, tone } = looks[stage];
  // On a phone the numbers say it alone, so that there is room for the phase.
  const isPlain = stage === 'running' || stage === 'warning';
  const text = seconds === null ? null : clockText(seconds);
  return (
    <div className="timer-place">
      {(leads || timer !== null) && (
        <Popover
          label="Timer"
          trigger={
            <button
              type="button"
              title={stage === 'paused' ? 'Timer, paused' : 'Timer'}
              className={classNames(
                'ring-focus hit-area flex h-9 min-w-9 items-center justify-center gap-1.5 rounded-md px-2 text-sm font-bold tabular-nums transition-colors',
                tone,
              )}
            >
              <Icon
                aria-hidden="true"
                className={classNames('size-4 shrink-0', isPlain && 'max-sm:hidden')}
              />
              <span className="sr-only">Timer{text !== null && ': '}</span>
              <span translate="no">{text}</span>
            </button>
          }
        >
          <Suspense>
            <Panel
              timer={timer}
              seconds={seconds}
              onSet={leads ? set : undefined}
              autoAdvance={leads ? autoAdvance : undefined}
            />
          </Suspense>
        </Popover>
      )}
      <span role="status" className="sr-only">
        {announcements[stage]}
      </span>
    </div>
  );
}
