import { PasswordField, type PasswordFieldProps } from '#web/ui/forms/PasswordField.tsx';

interface OwnPasswordFieldProps extends Omit<PasswordFieldProps, 'label' | 'autoComplete'> {
  label?: string;
  email: string;
}

/** The user's present password. Password managers find it by the hidden field with the email address. */
export function OwnPasswordField({ label = 'Password', email, ...field }: OwnPasswordFieldProps) {
  return (
    <>
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordField label={label} autoComplete="current-password" required {...field} />
    </>
  );
}
