import { z } from 'zod';

import { Button } from '#web/ui/buttons/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { useFields } from '#web/ui/forms/use-fields';

import { OwnPasswordField } from './OwnPasswordField.tsx';

/** Asks for what proves that an account is the user's: its password, or a code from its mail. */
export function ConfirmLinkForm(props: {
  by: 'password' | 'code';
  email: string;
  problem: string | null;
  /** Never rejects: a refusal is returned as `problem`. */
  onConfirm: (proof: string) => Promise<void>;
}) {
  const { by, email, problem, onConfirm } = props;
  const missing = by === 'password' ? 'Please enter your password.' : 'Please enter the code.';
  const form = useFields(z.object({ proof: z.string().trim().min(1, missing).max(1024) }), {
    defaultValues: { proof: '' },
  });
  const submit = form.handleSubmit(async ({ proof }) => {
    await onConfirm(proof);
    form.setFocus('proof', { shouldSelect: true });
  });
  const field = { autoFocus: true, ...form.field('proof') };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      {problem !== null && <Alert tone="danger">{problem}</Alert>}
      {by === 'password' ? (
        <OwnPasswordField email={email} {...field} />
      ) : (
        <TextField
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          {...field}
        />
      )}
      <Button type="submit" variant="primary" wide busy={form.isSubmitting} busyLabel="Logging in…">
        Link and log in
      </Button>
    </form>
  );
}
