import type { Timer, TimerInput } from '@wentwell/contract/discussion/timer';
import { limits } from '@wentwell/contract/limits';
import { type ReactNode, useRef } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';
import { clockText } from '#web/ui/formats';
import { Checkbox } from '#web/ui/forms/Checkbox.tsx';
import { ShortForm } from '#web/ui/forms/ShortForm.tsx';
import { wholeNumber } from '#web/ui/forms/whole-number';
import { closePopupOf } from '#web/ui/overlays/use-popup';

import { useSound } from './sound.ts';
import { oneMinuteMore, timerPresets } from './timer-palette.tsx';

/** Whether the server enters the next phase at the timer's end (docs/retro.md R-76). */
export interface AutoAdvance {
  isOn: boolean;
  onSet: (isOn: boolean) => void;
}

type SetTimer = (input: TimerInput) => Promise<boolean>;

const maxMinutes = limits.timerSecondsMax / 60;

export interface TimerPanelProps {
  timer: Timer | null;
  seconds: number | null;
  onSet: SetTimer | undefined;
  autoAdvance: AutoAdvance | undefined;
}

/** The countdown's popover. Without `onSet` and `autoAdvance` users can only mute the sound. */
export function TimerPanel(props: TimerPanelProps): ReactNode {
  const { timer, seconds, onSet, autoAdvance } = props;
  const [hasSound, setSound] = useSound();
  return (
    <div className="grid w-72 max-w-full gap-4">
      <div className="flex items-baseline justify-between gap-3">
        <p className="font-semibold">{stateOf(timer, seconds)}</p>
        {seconds !== null && (
          <p translate="no" className="text-xl leading-none font-bold tabular-nums">
            {clockText(seconds)}
          </p>
        )}
      </div>
      {onSet && <TimerButtons timer={timer} isOver={seconds === 0} onSet={onSet} />}
      <div className="-my-2">
        <Checkbox
          label="Sound"
          hint="At the reveal, and when the time is up"
          checked={hasSound}
          onCheckedChange={setSound}
        />
        {autoAdvance && (
          <Checkbox
            label="Advance when time is up"
            hint="For everyone"
            checked={autoAdvance.isOn}
            onCheckedChange={autoAdvance.onSet}
          />
        )}
      </div>
    </div>
  );
}

function stateOf(timer: Timer | null, seconds: number | null): string {
  if (timer === null) return 'Timer';
  if (timer.state === 'paused') return 'Paused';
  return seconds === 0 ? 'Time is up' : 'Time left';
}

function TimerButtons(props: { timer: Timer | null; isOver: boolean; onSet: SetTimer }): ReactNode {
  const { timer, isOver, onSet } = props;
  const root = useRef<HTMLDivElement>(null);
  const isPaused = timer?.state === 'paused';

  function close(): void {
    if (root.current) closePopupOf(root.current);
  }

  function start(minutes: number): Promise<boolean> {
    return onSet({ action: 'start', seconds: minutes * 60 });
  }

  function startTyped(typed: string): string | undefined {
    const minutes = wholeNumber(typed, maxMinutes);
    if (minutes === null) return `Enter a whole number from 1 to ${maxMinutes}.`;
    // A refused time stays in the field.
    void start(minutes).then((isSet) => isSet && close());
    return undefined;
  }

  return (
    <div ref={root} className="grid gap-4">
      {timer && (
        <div className="grid grid-cols-3 gap-2">
          <Button size="sm" onClick={() => void onSet(oneMinuteMore)}>
            +1 min
          </Button>
          <Button
            size="sm"
            disabled={isOver && !isPaused}
            onClick={() => void onSet({ action: isPaused ? 'resume' : 'pause' })}
          >
            {isPaused ? 'Resume' : 'Pause'}
          </Button>
          <Button
            size="sm"
            onClick={() => {
              void onSet({ action: 'stop' });
              // Before this button disappears, so that the focus returns to the countdown.
              close();
            }}
          >
            Stop
          </Button>
        </div>
      )}
      <div className="grid gap-2">
        <p className="text-xs font-semibold text-muted">
          {timer ? 'Restart, in minutes' : 'Start, in minutes'}
        </p>
        <div className="grid grid-cols-4 gap-2">
          {timerPresets.map((minutes) => (
            <Button
              key={minutes}
              size="sm"
              aria-label={`Start ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`}
              onClick={() => {
                void start(minutes);
                close();
              }}
            >
              {minutes}
            </Button>
          ))}
        </div>
        <ShortForm
          label="Other number of minutes"
          placeholder="Other"
          submitLabel="Start"
          inputMode="numeric"
          onSubmit={startTyped}
        />
      </div>
    </div>
  );
}
