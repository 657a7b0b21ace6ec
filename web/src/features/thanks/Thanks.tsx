// A meeting's thanks and their form. Calls fail immediately when offline.
import { useMutation } from '@tanstack/react-query';
import { type Thanks, ThanksInput, thanksTextMax } from '@wentwell/contract/board/thanks';
import { type MeetingId, UserId } from '@wentwell/contract/ids';
import { HeartHandshake, X } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { z } from 'zod';

import { errorText, request } from '#web/api/request';
import { parseStored } from '#web/api/stored-drafts';
import { useSentText } from '#web/api/use-sent-text';
import { useShownBoard } from '#web/live/use-board';
import { Button } from '#web/ui/buttons/Button.tsx';
import { IconButton } from '#web/ui/buttons/IconButton.tsx';
import { toast } from '#web/ui/feedback/toast';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { Avatar } from '#web/ui/identity/Avatar.tsx';
import { usePersonOf } from '#web/ui/identity/person';
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';
import { useDialog } from '#web/ui/overlays/use-dialog.tsx';

// Drafts of thanks survive reloads, refusals and phase changes.
const ThanksDraft = z.object({
  to: UserId.nullable(),
  // Longer than allowed: the author shortens a text, never the draft store.
  text: z.string().max(thanksTextMax * 10),
});
const pathOf = (meetingId: MeetingId) => `/api/v1/meetings/${meetingId}/thanks`;

export function ThanksList(props: {
  thanks: readonly Thanks[];
  /** Rendered beside thanks that can be withdrawn. */
  endOf?: (thanks: Thanks) => ReactNode;
}): ReactNode {
  const { thanks, endOf } = props;
  const personOf = usePersonOf();
  return (
    <ul aria-label="Thanks" className="grid gap-3">
      {thanks.map((each) => (
        <li key={each.id} className="flex min-w-0 items-center gap-3">
          <Avatar person={personOf(each.user_id)} decorative />
          <p className="grid min-w-0 flex-1 wrap-anywhere">
            <span className="text-sm text-soft">
              Thanks to {personOf(each.to_user_id).name}, from {personOf(each.user_id).name}
            </span>
            <span className="font-semibold">“{each.text}”</span>
          </p>
          {endOf?.(each)}
        </li>
      ))}
    </ul>
  );
}

/** A lead may remove the thanks of others. */
export function WithdrawThanks({ thanks }: { thanks: Thanks }): ReactNode {
  const { meeting, you } = useShownBoard();
  const isOwn = thanks.user_id === you.user_id;
  const takeBack = useMutation({
    networkMode: 'always',
    mutationFn: () => request({ path: `${pathOf(meeting.id)}/${thanks.id}`, method: 'DELETE' }),
    onError: toast.onError(`The thanks could not be ${isOwn ? 'taken back' : 'removed'}`),
  });
  const asking = useDialog();
  return (
    <>
      <IconButton
        label={`${isOwn ? 'Take back' : 'Remove'}: ${thanks.text}`}
        icon={<X />}
        onClick={() => (isOwn ? takeBack.mutate() : asking.open())}
      />
      {asking.render((dialog) => (
        <ConfirmDialog
          {...dialog}
          title="Remove Thanks"
          description={`Remove “${thanks.text}” for everyone? This action cannot be undone.`}
          confirmLabel="Remove"
          tone="danger"
          onConfirm={() => takeBack.mutateAsync()}
        />
      ))}
    </>
  );
}

/** The text survives a refusal and a reload. */
export function GiveThanks(props: { people: readonly { id: UserId; name: string }[] }): ReactNode {
  const { people } = props;
  const { meeting, you } = useShownBoard();
  const stored = useSentText(`thanksDraft:${you.user_id}:${meeting.id}`);
  const draft = parseStored(stored.text, ThanksDraft) ?? { to: null, text: '' };
  const { text } = draft;
  const keep = (next: typeof draft): void => stored.keep(JSON.stringify(next));
  // The draft's receiver may have left the team.
  const to = people.find(({ id }) => id === draft.to)?.id ?? null;
  const [problem, setProblem] = useState<{ at: 'to' | 'text'; text: string | undefined }>();
  const errorAt = (field: 'to' | 'text') => (problem?.at === field ? problem.text : undefined);
  const give = useMutation({
    networkMode: 'always',
    mutationFn: ({ body }: { body: ThanksInput; sent: string }) =>
      request({ path: pathOf(meeting.id), method: 'POST', body, schema: z.unknown() }),
    onSuccess: (_, { sent }) => stored.replaceSent(sent),
    onError: (error) => setProblem({ at: 'text', text: errorText(error) }),
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    const input = ThanksInput.safeParse({ to_user_id: to, text });
    if (input.success) give.mutate({ body: input.data, sent: stored.text });
    else if (to === null) setProblem({ at: 'to', text: 'Choose whom to thank.' });
    else setProblem({ at: 'text', text: input.error.issues[0]?.message });
  }

  return (
    <form
      noValidate
      aria-label="Thank someone"
      onSubmit={submit}
      className="grid grid-cols-[1fr_auto] items-start gap-2 print:hidden"
    >
      <div className="col-span-2">
        <SelectField
          label="Whom to thank"
          hideLabel
          placeholder="Thank …"
          options={people.map(({ id, name }) => ({ value: id, label: name }))}
          value={to}
          error={errorAt('to')}
          onValueChange={(id) => {
            keep({ ...draft, to: id });
            setProblem(undefined);
          }}
        />
      </div>
      <TextField
        label="What for"
        hideLabel
        placeholder="For …"
        autoComplete="off"
        value={text}
        error={errorAt('text')}
        onChange={(event) => {
          keep({ ...draft, text: event.target.value });
          setProblem(undefined);
        }}
      />
      <Button type="submit" icon={<HeartHandshake />} busy={give.isPending}>
        Thank
      </Button>
    </form>
  );
}
