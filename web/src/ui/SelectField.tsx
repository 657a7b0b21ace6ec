import { ChevronsUpDown } from 'lucide-react';
import type { ReactNode, Ref } from 'react';

import { classNames } from './class-names.ts';
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
  const { placeholder = 'Choose…', ...native } = rest;

  function handleChange(next: string): void {
    const option = options.find((each) => each.value === next);
    if (option) onValueChange(option.value);
  }

  return (
    <FieldFrame {...{ label, hint, error, required, id, hideLabel: hideLabel ?? false }}>
      {(wiring) => (
        <span className="relative block">
          <select
            {...native}
            {...wiring}
            value={value ?? ''}
            onChange={(event) => handleChange(event.target.value)}
            className={classNames(
              controlClass,
              'select h-11 cursor-pointer truncate pr-10 pl-3.5 font-medium',
              value === null && 'text-muted',
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
          <ChevronsUpDown
            aria-hidden="true"
            className="pointer-events-none absolute top-3.5 right-3.5 size-4 text-muted"
          />
        </span>
      )}
    </FieldFrame>
  );
}
