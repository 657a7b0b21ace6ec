import { limits } from '@wentwell/contract/limits';
import { Check, Minus } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';

import { SmallPart } from '#web/ui/feedback/ErrorBoundary.tsx';
import { PasswordField, type PasswordFieldProps } from '#web/ui/forms/PasswordField.tsx';

type FormField = Omit<PasswordFieldProps, 'label' | 'autoComplete'>;

export function NewPasswordFields(props: {
  label: string;
  autoFocus?: boolean;
  password: FormField;
  confirm: FormField;
}) {
  const { label, autoFocus = false, password, confirm } = props;
  return (
    <>
      <NewPasswordField label={label} autoFocus={autoFocus} {...password} />
      <PasswordField label="Confirm Password" autoComplete="new-password" required {...confirm} />
    </>
  );
}

/** Shows while the user types which rules the password meets. */
export function NewPasswordField(props: FormField & { label: string }): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const read = (): void => setTyped(box.current?.querySelector('input')?.value ?? '');
  // A form that resets its fields fires no event.
  useEffect(read);
  return (
    // An assistant fires no event: the next focus or pointer shows its value.
    <div ref={box} onInput={read} onFocus={read} onBlur={read} onPointerEnter={read}>
      <PasswordField
        autoComplete="new-password"
        required
        hint={
          <>
            {/* An error says it, too. */}
            {props.error === undefined && (
              <span>
                Password must be at least 8 characters with uppercase, lowercase, and number
              </span>
            )}
            <span aria-hidden="true" className="mt-1.5 flex flex-wrap gap-x-2.5">
              <SmallPart>
                <Rule isMet={/\p{Lu}/u.test(typed)} text="Uppercase" />
                <Rule isMet={/\p{Ll}/u.test(typed)} text="Lowercase" />
                <Rule isMet={/\p{Nd}/u.test(typed)} text="Number" />
                <Rule
                  isMet={typed.length >= limits.passwordMin}
                  text={`${Math.min(typed.length, limits.passwordMin)} of ${limits.passwordMin}`}
                />
              </SmallPart>
            </span>
          </>
        }
        {...props}
      />
    </div>
  );
}

function Rule({ isMet, text }: { isMet: boolean; text: string }): ReactNode {
  const Icon = isMet ? Check : Minus;
  return (
    <span
      className={`inline-flex items-center gap-1 tabular-nums ${isMet ? 'font-semibold text-success-text' : ''}`}
    >
      <Icon className="size-3.5" />
      {text}
    </span>
  );
}
