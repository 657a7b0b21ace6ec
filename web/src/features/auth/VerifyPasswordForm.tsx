import { zodResolver } from '@hookform/resolvers/zod';
import { LoginInput } from '@wentwell/contract/sessions';
import { useForm } from 'react-hook-form';
import { z } from 'zod';

import { Button } from '#web/ui/buttons/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';

import { OwnPasswordField } from './OwnPasswordField.tsx';

const Fields = z.object({ password: LoginInput.shape.password });

/** An address may have been registered several times; the password identifies the user's own registration. */
export function VerifyPasswordForm(props: {
  email: string;
  problem: string | null;
  /** Never rejects: a refusal is returned as `problem`. */
  onVerify: (password: string) => Promise<void>;
}) {
  const { email, problem, onVerify } = props;
  const form = useForm({ resolver: zodResolver(Fields), defaultValues: { password: '' } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ password }) => {
    await onVerify(password);
    form.setFocus('password', { shouldSelect: true });
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      {problem !== null && <Alert tone="danger">{problem}</Alert>}
      <OwnPasswordField
        email={email}
        autoFocus
        error={errors.password?.message}
        {...form.register('password')}
      />
      <Button type="submit" variant="primary" wide busy={isSubmitting} busyLabel="Verifying…">
        Verify email address
      </Button>
    </form>
  );
}
