import { useQueryClient } from '@tanstack/react-query';
import {
  type InvitedRegistration,
  InvitedSession,
  NewPassword,
} from '@wentwell/contract/accounts/auth';
import { personName } from '@wentwell/contract/accounts/user-changes';
import { limits } from '@wentwell/contract/limits';
import type { PublicInvitation } from '@wentwell/contract/teams/invitations';
import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';

import { ApiError, request } from '#web/api/request';
import { authMessage } from '#web/features/auth/auth-messages';
import { showFieldErrors } from '#web/features/auth/field-errors';
import { NewPasswordField } from '#web/features/auth/NewPasswordFields.tsx';
import { useSession } from '#web/features/auth/session.tsx';
import { invitationKeys } from '#web/features/invitations/invitations.queries';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { toast } from '#web/ui/feedback/toast';
import { Form } from '#web/ui/forms/Form.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { useFields } from '#web/ui/forms/use-fields';
import { navigate } from '#web/ui/router/history';

const Fields = z.object({ name: personName('Name'), password: NewPassword });

/** A one-letter last name is invalid on its own, so the name is not split then. */
function splitName(name: string): { first_name: string; last_name?: string } {
  const [first = '', ...rest] = name.split(/\s+/);
  const last = rest.join(' ');
  const isSplit = Math.min(first.length, last.length) >= limits.personNameMin;
  return isSplit ? { first_name: first, last_name: last } : { first_name: name };
}

/** For the invitation's recipient without an account: name and password complete the registration. */
export function JoinTeam(props: {
  token: string;
  invitation: PublicInvitation;
  /** The page stays unchanged while the session opens. */
  onJoining: (isJoining: boolean) => void;
}) {
  const { token, invitation, onJoining } = props;
  const { team, invited_user_email } = invitation;
  const queries = useQueryClient();
  const { enter } = useSession();
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useFields(Fields, { defaultValues: { name: '', password: '' } });

  const submit = form.handleSubmit(async ({ name, password }) => {
    setRefusal(null);
    onJoining(true);
    try {
      const body: InvitedRegistration = { token, password, ...splitName(name) };
      const { access_token, meeting_id } = await request({
        path: '/api/v1/auth/register-invited',
        method: 'POST',
        body,
        schema: InvitedSession,
      });
      await enter(access_token);
      toast.success({ title: 'Invitation accepted!' });
      // The link is used, so Back must not return here.
      await navigate({
        to: meeting_id === null ? '/dashboard' : `/meetings/${meeting_id}`,
        replace: true,
      });
    } catch (error) {
      onJoining(false);
      showError(error);
    }
  });

  /** The first name's message replaces the last name's, because both belong to one field. */
  const setFieldError = (
    name: 'first_name' | 'last_name' | 'password',
    ...message: [{ message: string }, { shouldFocus: boolean }]
  ): void => form.setError(name === 'password' ? name : 'name', ...message);

  function showError(error: unknown): void {
    // The page shows the invitation's new state.
    if (error instanceof ApiError && [409, 410].includes(error.status)) {
      void queries.invalidateQueries({ queryKey: invitationKeys.byToken(token) });
    }
    if (error instanceof ApiError && error.detail === 'REGISTER_USER_ALREADY_EXISTS') {
      setRefusal('This address has an account now. Log in to join.');
    } else if (!showFieldErrors(setFieldError, error, ['last_name', 'first_name', 'password'])) {
      setRefusal(authMessage(error));
    }
  }

  return (
    <Form onSubmit={submit} className="grid gap-4">
      {refusal !== null && <Alert tone="danger">{refusal}</Alert>}
      <p className="text-soft wrap-anywhere">
        Your address is <strong className="font-semibold text-ink">{invited_user_email}</strong>
      </p>
      {/* Password managers store the password under this name. */}
      <input hidden readOnly type="email" autoComplete="username" value={invited_user_email} />
      <TextField label="Name" autoComplete="name" autoFocus {...form.field('name')} />
      <NewPasswordField label="Password" {...form.field('password')} />
      <Button type="submit" variant="primary" wide busy={form.isSubmitting} busyLabel="Joining…">
        <span className="max-w-48 truncate">Join {team.name}</span>
        <ArrowRight />
      </Button>
    </Form>
  );
}
