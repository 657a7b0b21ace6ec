import { LoginInput } from '@wentwell/contract/sessions';
import { z } from 'zod';

import { Button } from '#web/ui/buttons/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { useFields } from '#web/ui/forms/use-fields';

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
  const form = useFields(Fields, { defaultValues: { password: '' } });
  const submit = form.handleSubmit(async ({ password }) => {
    await onVerify(password);
    form.setFocus('password', { shouldSelect: true });
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      {problem !== null && <Alert tone="danger">{problem}</Alert>}
      <OwnPasswordField email={email} autoFocus {...form.field('password')} />
      <Button type="submit" variant="primary" wide busy={form.isSubmitting} busyLabel="Verifying…">
        Verify email address
      </Button>
    </form>
  );
}
