// The email field of an invitation and its validation, for the dialog and the drawer.
import { useForm } from 'react-hook-form';

import { toast } from '#web/ui/feedback/toast';
import type { TextFieldProps } from '#web/ui/forms/TextField.tsx';

/** Resolves to the error message for the address field, if there is one. */
export type SendInvitation = (email: string) => Promise<string | undefined>;

export function useInviteForm(send: SendInvitation) {
  const form = useForm({ defaultValues: { email: '' } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ email }) => {
    const address = email.trim();
    if (address === '') {
      toast.warning({
        title: 'Email required.',
        description: 'Please enter an email address to send an invitation.',
        duration: 3000,
        id: 'invite-email-required',
      });
      form.setFocus('email');
      return;
    }
    const problem = await send(address);
    if (problem !== undefined) form.setError('email', { message: problem }, { shouldFocus: true });
  });

  const field: TextFieldProps = {
    label: 'Email',
    type: 'email',
    placeholder: "Enter member's email",
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    required: true,
    error: errors.email?.message,
    ...form.register('email'),
  };
  return { submit, field, isSubmitting, reset: () => form.reset() };
}
