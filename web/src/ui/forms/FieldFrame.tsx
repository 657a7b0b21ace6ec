import { CircleAlert } from 'lucide-react';
import { useId, type ReactNode } from 'react';

import { classNames } from '#web/ui/class-names';

/** The attributes that connect a control with its label, hint and error. */
export type FieldWiring = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
};

export type FieldProps = {
  label: string;
  /** The label is for screen readers only. */
  hideLabel?: boolean;
  hint?: ReactNode;
  /** The message below the field; marks the field as invalid. */
  error?: string | undefined;
  /** For screen readers, without the browser's own validation. */
  required?: boolean | undefined;
  id?: string | undefined;
};

export function FieldFrame(
  props: FieldProps & {
    aside?: ReactNode;
    children: (wiring: FieldWiring) => ReactNode;
  },
): ReactNode {
  const { label, hideLabel = false, hint, error, required, aside, children } = props;
  const made = useId();
  const id = props.id ?? made;
  const invalid = error !== undefined && error !== '';
  const described = [hint && `${id}-hint`, invalid && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="grid min-w-0 gap-1.5">
      <div
        className={classNames('flex items-baseline justify-between gap-3', hideLabel && 'sr-only')}
      >
        <label htmlFor={id} className="font-medium text-ink">
          {label}
        </label>
        {aside}
      </div>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': invalid || undefined,
        'aria-required': required || undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-muted">
          {hint}
        </p>
      )}
      {/* Always rendered, so that screen readers announce an error when it appears. */}
      <div aria-live="polite" className="empty:hidden">
        {invalid && (
          <p
            id={`${id}-error`}
            className="flex items-start gap-1.5 text-xs font-medium text-danger-text"
          >
            <CircleAlert className="mt-0.5 size-3.5 shrink-0" />
            {error}
          </p>
        )}
      </div>
    </div>
  );
}

export const controlClass =
  'w-full min-w-0 rounded-md border border-control bg-field text-base text-ink ' +
  'transition-[background-color,border-color,color,box-shadow,scale] placeholder:text-muted hover:border-control-hover ' +
  'focus-visible:border-focus focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-focus ' +
  'aria-invalid:border-danger-solid aria-invalid:focus-visible:outline-danger-solid ' +
  'disabled:cursor-not-allowed disabled:border-line-strong disabled:bg-sunken disabled:text-muted';

/** For text fields only, because CSS matches every button as `:read-only`, too. */
export const readOnlyClass =
  'read-only:border-line-strong read-only:bg-surface read-only:text-soft';
