import { ChevronsUpDown } from 'lucide-react';
import type { KeyboardEvent, MouseEvent, ReactNode, Ref } from 'react';

import { classNames } from '#web/ui/class-names';
import { keyOf } from '#web/ui/key-press';
import { Tooltip } from '#web/ui/overlays/Tooltip.tsx';

import { controlClass, FieldFrame, type FieldProps } from './FieldFrame.tsx';
import { selectClass } from './select-class.ts';

export type Option<Value extends string = string> = {
  value: Value;
  label: string;
  disabled?: boolean;
};

/** The browser's own select; select.css styles its list. Use RadioGroup for two to four choices. */
export function SelectField<Value extends string>(
  props: FieldProps & {
    options: readonly Option<Value>[];
    /** Null until an option is chosen. */
    value: Value | null;
    onValueChange: (value: Value) => void;
    onBlur?: () => void;
    placeholder?: string;
    disabled?: boolean;
    /** Disables the field and says why in a tooltip; it stays reachable by keyboard. */
    disabledReason?: string | undefined;
    name?: string;
    /** Before the chosen option, which then ends in "…" where it does not fit. */
    icon?: ReactNode;
    ref?: Ref<HTMLSelectElement>;
  },
): ReactNode {
  const { label, hideLabel, hint, error, required, id, options, value, onValueChange, ...rest } =
    props;
  const { placeholder = 'Choose…', disabledReason, icon, ...native } = rest;
  const blocked = disabledReason !== undefined;
  const chosen = options.find((option) => option.value === value)?.label;

  function handleChange(next: string): void {
    // A phone opens its native picker whatever the event handler does.
    if (blocked) return;
    const option = options.find((each) => each.value === next);
    if (option && next !== value) onValueChange(option.value);
  }

  return (
    <FieldFrame {...{ label, hint, error, required, id, hideLabel: hideLabel ?? false }}>
      {(wiring) => {
        const select = (
          <select
            {...native}
            {...wiring}
            // Not `disabled`, which would make the control and the reason unreachable by keyboard.
            aria-disabled={blocked || undefined}
            {...(blocked && { onMouseDown: keepClosed, onKeyDown: keepClosed })}
            value={value ?? ''}
            data-rendered={value ?? ''}
            title={chosen}
            onChange={(event) => handleChange(event.target.value)}
            className={classNames(
              controlClass,
              selectClass,
              'h-11 pr-[min(2.5rem,16vw)] font-medium',
              hideLabel && 'sm:text-sm',
              icon ? 'pl-9 text-transparent' : 'pl-[min(0.875rem,4vw)]',
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
            <ChevronsUpDown className="pointer-events-none absolute top-3.5 right-[min(0.875rem,4vw)] size-4 text-muted" />
            {icon && (
              // The browser's own text of a choice takes no ellipsis.
              <span
                aria-hidden="true"
                className="pointer-events-none absolute inset-0 flex items-center gap-1.5 pr-7 pl-3 text-base font-medium sm:text-sm"
              >
                {icon}
                <span className="truncate forced-colors:hidden">{chosen}</span>
              </span>
            )}
          </span>
        );
      }}
    </FieldFrame>
  );
}

function keepClosed(event: MouseEvent | KeyboardEvent): void {
  const key = 'key' in event && keyOf(event);
  if (key !== 'Tab' && key !== 'Escape') event.preventDefault();
}
