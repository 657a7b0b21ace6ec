import { useMutation } from '@tanstack/react-query';
import type { Timer, TimerInput } from '@wentwell/contract/discussion/timer';
import type { Phase } from '@wentwell/contract/phases';
import { AlarmClock, BellRing, Pause, Play } from 'lucide-react';
import { type CSSProperties, type ReactNode, useEffect } from 'react';

import { useShownBoard } from '#web/live/use-board';
import { classNames } from '#web/ui/class-names';
import { clockText } from '#web/ui/formats';
import type { LazyComponent } from '#web/ui/layout/lazy-page.tsx';
import { usePaletteCommands } from '#web/ui/overlays/palette-commands';
import { Popover } from '#web/ui/overlays/Popover.tsx';
import type { PopupTriggerProps } from '#web/ui/overlays/use-popup';

import { useSecondsLeft, useTotalSeconds } from './time-left.ts';
import { timerPalette } from './timer-palette.tsx';
import { timerMutation } from './timer.queries.ts';
import type { AutoAdvance, TimerPanelProps } from './TimerPanel.tsx';

import './timer.css';

const warningSeconds = 30;

type Stage = 'none' | 'running' | 'warning' | 'over' | 'paused';

/** Without an icon, a ring shows the remaining share. */
const looks: Record<Stage, { icon: typeof Play | null; tone: string }> = {
  none: { icon: Play, tone: 'text-soft hover:bg-hover hover:text-ink' },
  running: { icon: null, tone: 'text-ink hover:bg-hover' },
  warning: { icon: AlarmClock, tone: 'bg-warning-soft text-warning-text' },
  over: { icon: BellRing, tone: 'bg-danger-soft text-danger-text' },
  paused: { icon: Pause, tone: 'text-muted hover:bg-hover hover:text-ink' },
};

/** Each stage is announced, not the seconds between. */
const announcements: Partial<Record<Stage, string>> = {
  warning: '30 seconds left.',
  over: 'Time is up.',
};

function stageOf(timer: Timer | null, seconds: number | null): Stage {
  if (timer === null || seconds === null) return 'none';
  if (timer.state === 'paused') return 'paused';
  if (seconds === 0) return 'over';
  return seconds <= warningSeconds ? 'warning' : 'running';
}

const usualMinutes: Partial<Record<Phase, number>> = { voting: 3 };

/**
 * The countdown, equal for all users (docs/retro.md R-71). Pressing opens the user's options. Without a timer, one press
 * starts the team's last duration in this phase, or the usual one.
 */
export function TimerControl(props: {
  /** Its form, loaded after the board and before the first press. */
  Panel: LazyComponent<TimerPanelProps>;
  leads: boolean;
  autoAdvance: AutoAdvance;
}): ReactNode {
  const { Panel, leads, autoAdvance } = props;
  const { meeting, timer } = useShownBoard();
  const seconds = useSecondsLeft(timer);
  const mutation = useMutation(timerMutation(meeting.id));

  useEffect(() => void Panel.preload(), [Panel]);

  /** Resolves to whether the server has set the timer. Refusals are already reported. */
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
  usePaletteCommands(
    leads ? timerPalette(timer, stage === 'over', (input) => void set(input)) : [],
  );
  const { [meeting.phase]: usual = (usualMinutes[meeting.phase] ?? 5) * 60 } =
    meeting.settings.timer_seconds;
  const begins = usual % 60 === 0 ? `${usual / 60} min` : clockText(usual);
  const text = seconds === null ? begins : clockText(seconds);
  const share = (seconds ?? 0) / useTotalSeconds(timer, usual);
  const start = (): void => void set({ action: 'start', seconds: usual });
  return (
    // Wide enough for two-digit minutes, so that nothing moves when a timer begins.
    <div className="timer-place relative flex shrink-0 justify-end min-w-23">
      {(leads || timer !== null) && (
        <Popover
          label="Timer"
          trigger={
            <TimerButton
              stage={stage}
              text={text}
              share={share}
              onStart={timer ? undefined : start}
            />
          }
        >
          <Panel
            timer={timer}
            seconds={seconds}
            onSet={leads ? set : undefined}
            autoAdvance={leads ? autoAdvance : undefined}
          />
        </Popover>
      )}
      <span role="status" className="sr-only left-0">
        {announcements[stage]}
      </span>
    </div>
  );
}

/** Opens nothing without a timer. The element stays, so that it keeps the focus. */
function TimerButton(
  props: PopupTriggerProps & {
    stage: Stage;
    text: string;
    share: number;
    onStart: (() => void) | undefined;
  },
): ReactNode {
  const { stage, text, share, onStart, ...popup } = props;
  const { icon: Icon, tone } = looks[stage];
  const left: CSSProperties & { '--left': number } = { '--left': share };
  return (
    <button
      type="button"
      title={onStart ? 'Start the timer' : stage === 'paused' ? 'Timer, paused' : 'Timer'}
      {...(onStart ? { onClick: onStart } : popup)}
      className={classNames(
        'timer-button flex items-center gap-2 h-10 rounded-md px-2 text-base font-semibold tabular-nums whitespace-nowrap ring-focus hit-area',
        tone,
      )}
    >
      {Icon ? (
        <Icon data-stage={stage} />
      ) : (
        <span aria-hidden="true" className="timer-ring" style={left} />
      )}
      <span className="sr-only">{onStart ? 'Timer: start ' : 'Timer: '}</span>
      <span translate="no">{text}</span>
    </button>
  );
}
