import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ChangePasswordForm as ChangePasswordFields } from '@wentwell/contract/accounts/auth';

import { ApiError } from '#web/api/request';
import { Button } from '#web/ui/buttons/Button.tsx';
import { linkClass } from '#web/ui/buttons/link-class';
import { classNames } from '#web/ui/class-names';
import { toast } from '#web/ui/feedback/toast';
import { Form } from '#web/ui/forms/Form.tsx';
import { useFields } from '#web/ui/forms/use-fields';

import { ownSessionsQuery } from './account.queries.ts';
import { AccountFailure } from './AccountFailure.tsx';
import { showFieldErrors } from './field-errors.ts';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import { OwnPasswordField } from './OwnPasswordField.tsx';
import { useSession } from './session.tsx';

const empty = { current_password: '', new_password: '', confirm: '' };

export function ChangePasswordForm(props: { email: string; onForgot: () => void }) {
  const { email, onForgot } = props;
  const { changePassword } = useSession();
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: changePassword,
    onSuccess: () => void queries.invalidateQueries(ownSessionsQuery()),
  });
  const form = useFields(ChangePasswordFields, { defaultValues: empty });

  const submit = form.handleSubmit(async ({ current_password, new_password }) => {
    const sent = form.getValues();
    change.reset();
    try {
      await change.mutateAsync({ current_password, new_password });
      form.resetSent(sent, empty);
      toast.success({
        title: 'Password changed.',
        description: "You're still logged in here, but nowhere else.",
      });
    } catch (error) {
      if (error instanceof ApiError && error.detail === 'CHANGE_PASSWORD_BAD_CURRENT') {
        const message = 'Not your current password';
        form.setError('current_password', { message }, { shouldFocus: true });
      } else showFieldErrors(form.setError, error, ['current_password', 'new_password']);
    }
  });

  return (
    <Form onSubmit={submit} className="grid gap-5">
      <AccountFailure title="Failed to change password" error={change.error} />
      <OwnPasswordField
        label="Current Password"
        email={email}
        {...form.field('current_password')}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <NewPasswordFields
          label="New Password"
          password={form.field('new_password', { deps: ['confirm'] })}
          confirm={form.field('confirm')}
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <button type="button" className={classNames(linkClass, 'hit-area')} onClick={onForgot}>
          Forgot Password?
        </button>
        <Button type="submit" variant="secondary" busy={form.isSubmitting} busyLabel="Changing…">
          Change Password
        </Button>
      </div>
    </Form>
  );
}
