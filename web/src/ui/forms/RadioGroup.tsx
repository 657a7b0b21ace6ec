import { useId, type ReactNode } from 'react';

import { classNames } from '#web/ui/class-names';

import { faceRing } from './face-ring.ts';
import { Radio } from './Radio.tsx';

export type Choice<Value extends string> = {
  value: Value;
  label: string;
  count?: number | string | undefined;
  icon?: ReactNode;
};

/** Options with short labels, side by side. */
export function RadioGroup<Value extends string>(props: {
  label: string;
  hideLabel?: boolean;
  choices: readonly Choice<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
}): ReactNode {
  const { label, hideLabel = false, choices, value, onValueChange } = props;
  const id = useId();
  return (
    <div className="grid min-w-0 gap-1.5">
      <span id={id} className={hideLabel ? 'sr-only' : 'font-medium text-ink'}>
        {label}
      </span>
      <div
        role="radiogroup"
        aria-labelledby={id}
        className="flex min-w-0 flex-wrap gap-0.5 rounded-md border border-line-strong p-0.5"
      >
        {choices.map((choice) => (
          <label
            key={choice.value}
            className={classNames(
              'relative flex min-w-0 cursor-pointer transition-[background-color,border-color,color,box-shadow,scale]',
              faceRing,
              'min-h-8 flex-auto items-center justify-center rounded-sm border border-transparent px-2 text-center text-soft hover:text-ink max-sm:min-h-11 pointer-coarse:min-h-11 has-checked:border-focus has-checked:bg-selected has-checked:text-ink',
            )}
          >
            <Radio
              name={id}
              isChosen={choice.value === value}
              onChoose={() => onValueChange(choice.value)}
            />
            <span className="flex min-w-0 items-center gap-2 font-semibold [&_svg]:size-4">
              {choice.icon}
              {choice.label}
              {choice.count !== undefined && (
                <span className="font-medium text-muted tabular-nums">{choice.count}</span>
              )}
            </span>
          </label>
        ))}
      </div>
    </div>
  );
}
