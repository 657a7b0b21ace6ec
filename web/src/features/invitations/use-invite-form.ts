// The email field of an invitation, for the dialog and the drawer. It accepts several addresses.
import type { TeamId } from '@wentwell/contract/ids';
import { trimmed } from '@wentwell/contract/text/letters';
import type { ClipboardEvent } from 'react';
import { useForm } from 'react-hook-form';

import { toast } from '#web/ui/feedback/toast';
import type { TextFieldProps } from '#web/ui/forms/TextField.tsx';

import {
  parseAddresses,
  spaceBeforeAddress,
  tooManyAddresses,
  unreadParts,
} from './invite-many.ts';
import { type InviteResult, useInviteMany } from './team-invitations.queries.ts';

interface InviteFormOptions {
  /** At least one was sent. */
  onInvited?: (() => void) | undefined;
  /** All were sent; the field is empty. */
  onDone?: () => void;
}

export function useInviteForm(teamId: TeamId, { onInvited, onDone }: InviteFormOptions) {
  const invite = useInviteMany(teamId);
  const form = useForm({ defaultValues: { email: '' } });
  const { errors, isSubmitting } = form.formState;

  /** The server validates single addresses. */
  const submit = form.handleSubmit(async ({ email }) => {
    const address = trimmed(email);
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
    const found = parseAddresses(address);
    const isOneUnread = found.valid.length === 0 && found.invalid.length < 2;
    const tooMany = tooManyAddresses(found);
    if (tooMany !== undefined) {
      form.setError('email', { message: tooMany }, { shouldFocus: true });
      return;
    }
    const results = await invite.mutateAsync(isOneUnread ? [address] : found.valid);
    const refused = results.filter(({ problem }) => problem !== undefined);
    announce(results);
    if (results.length > refused.length) onInvited?.();
    if (form.getValues('email') !== email) return;
    const unread = isOneUnread ? [] : found.invalid;
    if (refused.length === 0 && unread.length === 0) {
      form.reset();
      onDone?.();
      return;
    }
    // Refused and unreadable addresses stay in the field for correction.
    form.setValue('email', [...refused.map((each) => each.email), ...unread].join(', '));
    const ofAddress = refused.find(({ isAboutAddress }) => isAboutAddress)?.problem;
    const message = isOneUnread ? ofAddress : (unreadParts(found) ?? ofAddress);
    if (message !== undefined) form.setError('email', { message }, { shouldFocus: true });
  });

  /** A single-line field drops line breaks, which would join two addresses. */
  function pasteLines(event: ClipboardEvent<HTMLInputElement>): void {
    const lines = event.clipboardData
      .getData('text')
      .trim()
      // A folded line continues the name before it.
      .replaceAll(spaceBeforeAddress, ' ')
      .split(/[\r\n]+/);
    if (lines.length < 2) return;
    event.preventDefault();
    const typed = event.currentTarget.value.trim();
    form.setValue('email', [...(typed === '' ? [] : [typed]), ...lines].join('; '));
  }

  const field: TextFieldProps = {
    label: 'Email',
    type: 'email',
    multiple: true,
    placeholder: "Enter member's email",
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    required: true,
    error: errors.email?.message,
    ...form.register('email'),
    onPaste: pasteLines,
  };
  return { submit, field, isSubmitting };
}

function announce(results: readonly InviteResult[]): void {
  const sent = results.filter(({ problem }) => problem === undefined).map(({ email }) => email);
  if (sent.length > 0) {
    const what = sent.length === 1 ? 'An invitation has' : `${sent.length} invitations have`;
    toast.success({
      title: sent.length === 1 ? 'Invitation sent.' : 'Invitations sent.',
      description: `${what} been sent to ${sent.join(', ')}.`,
    });
  }
  const refused = results.filter(({ problem }) => problem !== undefined);
  if (refused.length === 0) return;
  const ofOne = ({ email, problem }: InviteResult) =>
    results.length === 1 ? problem : `${email}: ${problem}`;
  toast.error({
    title: 'Failed to send invitation.',
    description: refused.map(ofOne).join(' '),
    duration: 7000,
  });
}
