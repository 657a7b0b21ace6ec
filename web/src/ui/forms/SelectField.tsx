import { ChevronsUpDown } from 'lucide-react';
import type { KeyboardEvent, MouseEvent, ReactNode, Ref } from 'react';

import { classNames } from '#web/ui/class-names';
import { Tooltip } from '#web/ui/overlays/Tooltip.tsx';

import { controlClass } from './field-class.ts';
import { FieldFrame, type FieldProps } from './FieldFrame.tsx';

export type Option<Value extends string = string> = {
  value: Value;
  label: string;
  disabled?: boolean;
};

export type SelectFieldProps<Value extends string> = FieldProps & {
  options: readonly Option<Value>[];
  /** `null`: nothing chosen yet. */
  value: Value | null;
  onValueChange: (value: Value) => void;
  onBlur?: () => void;
  placeholder?: string;
  disabled?: boolean;
  /** Why nothing else can be chosen, as a tooltip; it then stays reachable by keyboard. */
  disabledReason?: string | undefined;
  name?: string;
  ref?: Ref<HTMLSelectElement>;
};

/**
 * One of several from a list; for two to four choices take RadioGroup. The browser's own select: phones show
 * their wheel, and where the browser lets us, popup.css dresses the list like our menus.
 */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>): ReactNode {
  const { label, hideLabel, hint, error, required, id, options, value, onValueChange, ...rest } =
    props;
  const { placeholder = 'Choose…', disabledReason, ...native } = rest;
  const blocked = disabledReason !== undefined;

  function handleChange(next: string): void {
    // A phone opens its wheel whatever we say.
    if (blocked) return;
    const option = options.find((each) => each.value === next);
    if (option) onValueChange(option.value);
  }

  return (
    <FieldFrame {...{ label, hint, error, required, id, hideLabel: hideLabel ?? false }}>
      {(wiring) => {
        const select = (
          <select
            {...native}
            {...wiring}
            // Not `disabled`: that would take it out of the keyboard's way, and the reason with it.
            aria-disabled={blocked || undefined}
            {...(blocked && { onMouseDown: keepClosed, onKeyDown: keepClosed })}
            value={value ?? ''}
            title={options.find((option) => option.value === value)?.label}
            onChange={(event) => handleChange(event.target.value)}
            className={classNames(
              controlClass,
              'select h-11 pr-10 pl-3.5 font-medium',
              blocked ? 'cursor-not-allowed' : 'cursor-pointer',
              (blocked || value === null) && 'text-muted',
            )}
          >
            <option value="" disabled hidden>
              {placeholder}
            </option>
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled ?? false}>
                {option.label}
              </option>
            ))}
          </select>
        );
        return (
          <span className="relative block">
            {blocked ? <Tooltip text={disabledReason}>{select}</Tooltip> : select}
            <ChevronsUpDown
              aria-hidden="true"
              className="pointer-events-none absolute top-3.5 right-3.5 size-4 text-muted"
            />
          </span>
        );
      }}
    </FieldFrame>
  );
}

function keepClosed(event: MouseEvent | KeyboardEvent): void {
  const leaves = 'key' in event && (event.key === 'Tab' || event.key === 'Escape');
  if (!leaves) event.preventDefault();
}
