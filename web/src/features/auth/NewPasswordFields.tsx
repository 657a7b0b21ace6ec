import { PasswordField, type PasswordFieldProps } from '#web/ui/forms/PasswordField.tsx';

export const passwordHint =
  'Password must be at least 8 characters with uppercase, lowercase, and number';

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
