import { zodResolver } from '@hookform/resolvers/zod';
import { LoginInput } from '@wentwell/contract/sessions';
import { useForm } from 'react-hook-form';
import { z } from 'zod';

import { Button } from '#web/ui/buttons/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { PasswordField } from '#web/ui/forms/PasswordField.tsx';

const Fields = z.object({ password: LoginInput.shape.password });

export interface VerifyPasswordFormProps {
  email: string;
  /** Why the last password was refused, if it was. */
  problem: string | null;
  /** Never rejects: a refusal comes back as `problem`. */
  onVerify: (password: string) => Promise<void>;
}

/** Says by its password which of several registrations of an address is one's own. */
export function VerifyPasswordForm({ email, problem, onVerify }: VerifyPasswordFormProps) {
  const form = useForm({ resolver: zodResolver(Fields), defaultValues: { password: '' } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ password }) => {
    await onVerify(password);
    form.setFocus('password', { shouldSelect: true });
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      {problem !== null && <Alert tone="danger">{problem}</Alert>}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        autoFocus
        required
        error={errors.password?.message}
        {...form.register('password')}
      />
      <Button type="submit" variant="primary" wide busy={isSubmitting} busyLabel="Verifying…">
        Verify email address
      </Button>
    </form>
  );
}
