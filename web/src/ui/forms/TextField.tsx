import type { ComponentProps, ReactNode } from 'react';

import { classNames } from '#web/ui/class-names';

import { controlClass, readOnlyClass, FieldFrame, type FieldProps } from './FieldFrame.tsx';

export type TextFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'className' | 'id' | 'required' | 'size'> & {
    icon?: ReactNode;
    /** Shown inside the field, after the text; 44 px wide. */
    end?: ReactNode;
  };

/** Accepts all props of an `<input>`, so that a form library's props can be spread on it. */
export function TextField(props: TextFieldProps): ReactNode {
  const { label, hideLabel, hint, error, required, id, icon, end, ...input } = props;
  return (
    <FieldFrame {...{ label, hint, error, required, id, hideLabel: hideLabel ?? false }}>
      {(wiring) => (
        <span className="relative block">
          {icon !== undefined && (
            <span
              aria-hidden="true"
              className="pointer-events-none absolute inset-y-0 left-3.5 flex items-center text-muted [&_svg]:size-4"
            >
              {icon}
            </span>
          )}
          <input
            type="text"
            {...input}
            {...wiring}
            className={classNames(
              controlClass,
              readOnlyClass,
              'h-11',
              icon === undefined ? 'pl-3.5' : 'pl-10',
              end === undefined ? 'pr-3.5' : 'pr-12',
            )}
          />
          {end !== undefined && <span className="absolute inset-y-0 right-0 flex">{end}</span>}
        </span>
      )}
    </FieldFrame>
  );
}
