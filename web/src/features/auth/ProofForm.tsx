import { LoginInput } from '@wentwell/contract/accounts/sessions';
import { trimmedText } from '@wentwell/contract/text/text';
import { z } from 'zod';

import { Button } from '#web/ui/buttons/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { useFields } from '#web/ui/forms/use-fields';

import { OwnPasswordField } from './OwnPasswordField.tsx';

const proofs = {
  password: LoginInput.shape.password,
  code: trimmedText.min(1, 'Please enter the code.').max(1024),
};

/** Asks for proof of owning an account: its password, or a mailed code. */
export function ProofForm(props: {
  by: keyof typeof proofs;
  email: string;
  problem: string | null;
  submitLabel: string;
  busyLabel: string;
  /** Never rejects: a refusal is returned as `problem`. */
  onProof: (proof: string) => Promise<void>;
}) {
  const { by, email, problem, submitLabel, busyLabel, onProof } = props;
  const form = useFields(z.object({ proof: proofs[by] }), { defaultValues: { proof: '' } });
  const submit = form.handleSubmit(async ({ proof }) => {
    await onProof(proof);
    form.setFocus('proof', { shouldSelect: true });
  });
  const field = { autoFocus: true, ...form.field('proof') };
  return (
    <Form onSubmit={submit} className="grid gap-5">
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
      <Button type="submit" variant="primary" wide busy={form.isSubmitting} busyLabel={busyLabel}>
        {submitLabel}
      </Button>
    </Form>
  );
}
