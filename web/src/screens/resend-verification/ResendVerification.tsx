import { Email } from '@wentwell/contract/text/email';
import { z } from 'zod';

import { useResendVerification } from '#web/features/auth/account.queries';
import { authMessage, resendFailed } from '#web/features/auth/auth-messages';
import { useRedirect } from '#web/features/auth/redirect-target';
import { CardPage } from '#web/screens/layouts/CardPage.tsx';
import { BackToLogin } from '#web/screens/layouts/EntryOutcome.tsx';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { useFields } from '#web/ui/forms/use-fields';
import type { Visit } from '#web/ui/router/router-context';

const ResendFields = z.object({ email: Email });

/** Requests another verification email. The response never reveals whether the address has an account. */
export function ResendVerification({ state: { email } }: Visit) {
  const redirect = useRedirect();
  const resend = useResendVerification();
  const form = useFields(ResendFields, { defaultValues: { email: email ?? '' } });

  const submit = form.handleSubmit((fields) =>
    resend.mutateAsync({ email: fields.email, ...redirect }).catch(() => form.setFocus('email')),
  );

  return (
    <CardPage
      title="Resend verification"
      lead="Enter the email you registered with and we will send you a new link."
      footer={<BackToLogin />}
    >
      <Form onSubmit={submit} className="grid gap-5">
        {resend.isError && (
          <Alert tone="danger" title={resendFailed}>
            {authMessage(resend.error)}
          </Alert>
        )}
        {resend.isSuccess && (
          <Alert tone="success" title="Check your email">
            If {resend.variables.email} is waiting for verification, a new link is on its way. It
            expires in 24 hours.
          </Alert>
        )}
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          autoFocus
          required
          {...form.field('email')}
        />
        <Button type="submit" variant="primary" wide busy={form.isSubmitting} busyLabel="Sending…">
          Send Verification Email
        </Button>
      </Form>
    </CardPage>
  );
}
