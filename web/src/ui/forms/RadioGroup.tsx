import { useId, type ReactNode } from 'react';

import { classNames } from '#web/ui/class-names';

export type Choice<Value extends string> = {
  value: Value;
  label: string;
  /** How many there are, after the label. */
  count?: number | string | undefined;
  hint?: string;
  icon?: ReactNode;
  disabled?: boolean;
};

export type RadioGroupProps<Value extends string> = {
  label: string;
  hideLabel?: boolean;
  choices: readonly Choice<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
  /** `segments`: short words side by side. `cards`: each with a hint or an icon. */
  look?: 'segments' | 'cards';
};

const faces = {
  segments: {
    group: 'flex min-w-0 flex-wrap gap-0.5 rounded-md border border-line-strong p-0.5',
    choice:
      'min-h-8 flex-auto items-center justify-center rounded-sm border border-transparent px-2 text-center text-soft hover:text-ink max-sm:min-h-11 pointer-coarse:min-h-11 has-checked:border-focus has-checked:bg-selected has-checked:text-ink',
  },
  cards: {
    group: 'grid gap-2 sm:auto-cols-fr sm:grid-flow-col',
    choice:
      'min-h-11 items-start gap-3 rounded-md border border-control bg-card p-3 hover:border-control-hover hover:bg-hover has-checked:border-focus has-checked:bg-selected has-checked:ring-1 has-checked:ring-focus',
  },
};

export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>): ReactNode {
  const { label, hideLabel = false, choices, value, onValueChange, look = 'segments' } = props;
  const id = useId();
  return (
    <div className="grid min-w-0 gap-1.5">
      <span id={id} className={hideLabel ? 'sr-only' : 'font-medium text-ink'}>
        {label}
      </span>
      <div role="radiogroup" aria-labelledby={id} className={faces[look].group}>
        {choices.map((choice) => (
          <label
            key={choice.value}
            className={classNames(
              'relative flex min-w-0 cursor-pointer transition-[background-color,border-color,color,box-shadow]',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus has-focus-visible:outline-solid',
              'has-disabled:cursor-not-allowed has-disabled:opacity-60',
              faces[look].choice,
            )}
          >
            {/* The invisible input covers its visible face, so that the whole face is clickable. */}
            <input
              type="radio"
              name={id}
              value={choice.value}
              checked={choice.value === value}
              disabled={choice.disabled ?? false}
              onChange={() => onValueChange(choice.value)}
              className="peer absolute inset-0 cursor-[inherit] appearance-none opacity-0"
            />
            {look === 'cards' && (
              <span
                aria-hidden="true"
                className="mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-full border-[1.5px] border-control peer-checked:border-[5px] peer-checked:border-focus"
              />
            )}
            <span className="grid min-w-0 gap-0.5">
              <span className="flex items-center gap-2 font-semibold [&_svg]:size-4">
                {choice.icon}
                {choice.label}
                {choice.count !== undefined && (
                  <span className="font-medium text-muted tabular-nums">{choice.count}</span>
                )}
              </span>
              {choice.hint !== undefined && (
                <span className="text-xs text-soft">{choice.hint}</span>
              )}
            </span>
          </label>
        ))}
      </div>
    </div>
  );
}
