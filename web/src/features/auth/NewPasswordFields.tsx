import { PasswordField, type PasswordFieldProps } from '#web/ui/forms/PasswordField.tsx';

import { passwordHint } from './password-hint.ts';

type FormField = Omit<PasswordFieldProps, 'label' | 'autoComplete'>;

interface NewPasswordFieldsProps {
  label: string;
  autoFocus?: boolean;
  password: FormField;
  confirm: FormField;
}

/** A new password and its repetition. */
export function NewPasswordFields(props: NewPasswordFieldsProps) {
  const { label, autoFocus = false, password, confirm } = props;
  return (
    <>
      <PasswordField
        label={label}
        autoComplete="new-password"
        autoFocus={autoFocus}
        required
        hint={passwordHint}
        {...password}
      />
      <PasswordField label="Confirm Password" autoComplete="new-password" required {...confirm} />
    </>
  );
}
