import { firstName, lastName } from '@wentwell/contract/accounts/user-changes';
import type { User } from '@wentwell/contract/accounts/users';
import { emailPattern } from '@wentwell/contract/text/email';
import { CircleCheck } from 'lucide-react';
import { z } from 'zod';

import { Button } from '#web/ui/buttons/Button.tsx';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { toast } from '#web/ui/feedback/toast';
import { Form } from '#web/ui/forms/Form.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { useFields } from '#web/ui/forms/use-fields';

import { useUpdateProfile } from './account.queries.ts';
import { AccountFailure } from './AccountFailure.tsx';
import { showFieldErrors } from './field-errors.ts';

const ProfileFields = z.object({
  first_name: firstName,
  last_name: lastName,
  // Displayed only, never sent.
  email: z
    .string()
    .trim()
    .min(1, 'Email is required')
    .pipe(z.email({ pattern: emailPattern, error: 'Invalid email address' })),
});

/** Edits the names; the email address and the account's state are read-only. */
export function ProfileForm({ user }: { user: User }) {
  const update = useUpdateProfile();
  const form = useFields(ProfileFields, {
    // Not `defaultValues`: a name changed elsewhere appears here, unless the user is editing it.
    values: { first_name: user.first_name, last_name: user.last_name, email: user.email },
    resetOptions: { keepDirtyValues: true },
  });

  const submit = form.handleSubmit(async (fields) => {
    const changed = {
      ...(fields.first_name !== user.first_name && { first_name: fields.first_name }),
      ...(fields.last_name !== user.last_name && { last_name: fields.last_name }),
    };
    const sent = form.getValues();
    update.reset();
    if (Object.keys(changed).length === 0) {
      toast.info({ title: 'Nothing has changed.', id: 'profile-unchanged' });
      return;
    }
    try {
      const saved = await update.mutateAsync(changed);
      // Text typed meanwhile stays.
      for (const name of ['first_name', 'last_name'] as const) {
        if (form.getValues(name) === sent[name]) {
          form.resetField(name, { defaultValue: saved[name] });
        }
      }
      toast.success({ title: 'Profile updated.' });
    } catch (error) {
      showFieldErrors(form.setError, error, ['first_name', 'last_name']);
    }
  });

  return (
    <Form onSubmit={submit} className="grid gap-5">
      <AccountFailure title="Failed to update profile" error={update.error} />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField
          label="First name"
          autoComplete="given-name"
          required
          {...form.field('first_name')}
        />
        <TextField
          label="Last name"
          autoComplete="family-name"
          required
          {...form.field('last_name')}
        />
      </div>
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        readOnly
        hint="You can't change your email here."
        {...form.field('email')}
      />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="flex flex-wrap items-center gap-2">
          <span className="text-soft">Account:</span>
          <AccountState isSet={user.is_verified} yes="Verified" no="Not verified" />
          <AccountState isSet={user.is_active} yes="Active" no="Inactive" />
        </p>
        <Button type="submit" variant="primary" busy={form.isSubmitting} busyLabel="Updating…">
          Update Profile
        </Button>
      </div>
    </Form>
  );
}

function AccountState({ isSet, yes, no }: { isSet: boolean; yes: string; no: string }) {
  return (
    <Badge tone={isSet ? 'green' : 'amber'} icon={isSet ? <CircleCheck /> : undefined}>
      {isSet ? yes : no}
    </Badge>
  );
}
