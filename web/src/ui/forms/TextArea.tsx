import type { ComponentProps, ReactNode } from 'react';

import { classNames } from '#web/ui/class-names';
import { pasteUnquoted } from '#web/ui/text/quoted-cells';

import { controlClass, readOnlyClass, FieldFrame, type FieldProps } from './FieldFrame.tsx';

/** Grows with its text up to half the window, then scrolls. Browsers without `field-sizing` show `rows` lines. */
export function TextArea(
  props: FieldProps &
    Omit<ComponentProps<'textarea'>, 'className' | 'id' | 'required'> & {
      aside?: ReactNode;
      /** Starts with the height of a text field. */
      oneLine?: boolean;
    },
): ReactNode {
  const { label, hideLabel, hint, error, required, id, aside, oneLine = false, ...area } = props;
  return (
    <FieldFrame {...{ label, hint, error, required, id, aside, hideLabel: hideLabel ?? false }}>
      {(wiring) => (
        <textarea
          rows={oneLine ? 1 : 4}
          onPaste={pasteUnquoted}
          {...area}
          {...wiring}
          className={classNames(
            controlClass,
            readOnlyClass,
            'field-sizing-content max-h-[50dvh] px-3.5 py-2.5 leading-normal',
            oneLine ? 'min-h-11 resize-none' : 'min-h-28 resize-y',
          )}
        />
      )}
    </FieldFrame>
  );
}
