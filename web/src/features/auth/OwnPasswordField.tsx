import { PasswordField, type PasswordFieldProps } from '#web/ui/forms/PasswordField.tsx';

interface OwnPasswordFieldProps extends Omit<PasswordFieldProps, 'label' | 'autoComplete'> {
  label?: string;
  email: string;
}

/** The user's current password. A hidden email field helps password managers find it. */
export function OwnPasswordField({ label = 'Password', email, ...field }: OwnPasswordFieldProps) {
  return (
    <>
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordField label={label} autoComplete="current-password" required {...field} />
    </>
  );
}
