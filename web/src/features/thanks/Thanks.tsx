// A meeting's thanks, wherever they are shown, and their form.
import { useMutation } from '@tanstack/react-query';
import { changedOf } from '@wentwell/contract/board/changed';
import type { Board } from '@wentwell/contract/board/snapshot';
import {
  type Thanks,
  ThanksInput,
  thanksPolicy,
  thanksType,
} from '@wentwell/contract/board/thanks';
import type { YearReview } from '@wentwell/contract/health/year-review';
import { type MeetingId, UserId } from '@wentwell/contract/ids';
import type { Team, TeamMember } from '@wentwell/contract/teams/teams';
import { HeartHandshake, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { z } from 'zod';

import { randomId } from '#web/api/random-ids';
import { errorText, request } from '#web/api/request';
import { meetingNow, serverNow } from '#web/api/server-time';
import { parseStored } from '#web/api/stored-drafts';
import { useSentText } from '#web/api/use-sent-text';
import { type News, say } from '#web/board/news';
import type { ShownChange } from '#web/board/shown-change';
import { useShownBoard } from '#web/live/use-board';
import { useViewer } from '#web/live/use-viewer';
import { Button } from '#web/ui/buttons/Button.tsx';
import { IconButton } from '#web/ui/buttons/IconButton.tsx';
import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';
import { toast } from '#web/ui/feedback/toast';
import { formatDayOfYear } from '#web/ui/formats';
import { Form } from '#web/ui/forms/Form.tsx';
import { leaveField } from '#web/ui/forms/leave-field';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { Avatar } from '#web/ui/identity/Avatar.tsx';
import { type Person, type PersonOf, usePersonOf } from '#web/ui/identity/person';
import { keyOf } from '#web/ui/key-press';
import type { Section } from '#web/ui/layout/TitledSection.tsx';
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';
import { useDialog } from '#web/ui/overlays/use-dialog.tsx';

/** Renders nothing if nobody has given any, and the user cannot. */
export function ThanksSection(props: {
  Section: Section;
  members?: readonly TeamMember[];
  team?: Team | null | undefined;
}): ReactNode {
  const { Section, members = [], team } = props;
  const { meeting, thanks } = useShownBoard();
  const who = useViewer();
  const others = members.map(({ user }) => user).filter(({ id }) => id !== who.userId);
  const given = thanksPolicy.give(who, meetingNow(meeting), serverNow());
  const mayGive = team?.recognition === true && given === 'allowed';
  if (thanks.length === 0 && !(mayGive && others.length > 0)) return null;
  return (
    <Section title="Thanks" count={thanks.length}>
      {thanks.length > 0 && <ThanksList thanks={thanks} />}
      {mayGive && (
        <Part>
          <GiveThanks people={others} />
        </Part>
      )}
    </Section>
  );
}

/** At the end of a meeting: thanks to the user, or else the first. */
export function ThanksAtEnd({ className }: { className: string }): ReactNode {
  const { thanks, you } = useShownBoard();
  const shown = thanks.find(({ to_user_id }) => to_user_id === you.user_id) ?? thanks[0];
  if (!shown) return null;
  return (
    <div className={className}>
      <ThanksList thanks={[shown]} isFixed />
    </div>
  );
}

/** On a screen: the first thanks to a person with a name. */
export function ThanksOnScreen(props: {
  board: Board;
  personOf: (id: UserId) => Person | null;
  className: string;
}): ReactNode {
  const { board, personOf, className } = props;
  const [first] = board.thanks;
  const to = first && personOf(first.to_user_id);
  if (!to) return null;
  const from = personOf(first.user_id);
  return (
    <p className={className}>
      <b className="text-ink">“{first.text}”</b>
      <span>
        Thanks to {to.name}
        {from && `, from ${from.name}`}
      </span>
    </p>
  );
}

export function ThanksOfYear(props: Pick<YearReview, 'thanks'> & { Section: Section }): ReactNode {
  const { thanks, Section } = props;
  if (thanks.length === 0) return null;
  return (
    <Section title="Thanks">
      {thanks.map(({ text, to, at }) => (
        <p key={`${to} ${at}`} className="wrap-anywhere">
          “{text}”{' '}
          <span className="text-sm text-soft">
            to {to}, {formatDayOfYear(new Date(at))}
          </span>
        </p>
      ))}
    </Section>
  );
}

export function newsOfThanks(change: ShownChange, personOf: PersonOf): News[] {
  return changedOf(change, thanksType).put.map(({ id, user_id, to_user_id, text }) => {
    const action = `thanked ${personOf(to_user_id).name}`;
    const announcement = say(`thanks ${id}`, 3, `${personOf(user_id).name} ${action}.`);
    return { action, quote: text, userId: user_id, announcement };
  });
}

/** At the end fixed, where a first button would take the focus. */
function ThanksList(props: { thanks: readonly Thanks[]; isFixed?: boolean }): ReactNode {
  const { thanks, isFixed = false } = props;
  const personOf = usePersonOf();
  const who = useViewer();
  const meeting = meetingNow(useShownBoard().meeting);
  return (
    <ul aria-label="Thanks" className="grid gap-3">
      {thanks.map((each) => (
        <li
          key={each.id}
          className={`flex min-w-0 items-center ${isFixed ? 'gap-4 text-base' : 'gap-3'}`}
        >
          <Part>
            <Avatar person={personOf(each.user_id)} size={isFixed ? 'row' : 'md'} decorative />
            <p className="grid min-w-0 flex-1 wrap-anywhere">
              <span className="text-sm text-soft">
                Thanks to {personOf(each.to_user_id).name}, from {personOf(each.user_id).name}
              </span>
              <span className="font-semibold">“{each.text}”</span>
            </p>
            {!isFixed &&
              thanksPolicy.takeBack(who, meeting, { by: each, now: serverNow() }) === 'allowed' && (
                <WithdrawThanks thanks={each} />
              )}
          </Part>
        </li>
      ))}
    </ul>
  );
}

// Drafts of thanks survive reloads, refusals and phase changes.
const ThanksDraft = z.object({ to: UserId.nullable(), text: z.string() });

/** The demo's calls. */
export const demoThanks = {
  'POST thanks': ['thanks.give', (body: object) => ({ ...body, id: randomId() })],
  'DELETE thanks': ['thanks.takeBack', (body: object) => body],
} as const;

const pathOf = (meetingId: MeetingId) => `/api/v1/meetings/${meetingId}/thanks`;

/** A lead may remove the thanks of others. */
function WithdrawThanks({ thanks }: { thanks: Thanks }): ReactNode {
  const { meeting, you } = useShownBoard();
  const isOwn = thanks.user_id === you.user_id;
  const takeBack = useMutation({
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
function GiveThanks({ people }: { people: readonly TeamMember['user'][] }): ReactNode {
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
    mutationFn: ({ body }: { body: ThanksInput; sent: string }) =>
      request({ path: pathOf(meeting.id), method: 'POST', body, schema: z.unknown() }),
    onSuccess: (_, { sent }) => stored.replaceSent(sent),
    onError: (error) => setProblem({ at: 'text', text: errorText(error) }),
  });

  function submit(): void {
    const input = ThanksInput.safeParse({ to_user_id: to, text });
    if (input.success) give.mutate({ body: input.data, sent: stored.text });
    else if (to === null) setProblem({ at: 'to', text: 'Choose who to thank.' });
    else setProblem({ at: 'text', text: input.error.issues[0]?.message });
  }

  return (
    <Form
      aria-label="Thank someone"
      onSubmit={submit}
      className="flex flex-wrap items-start gap-2 print:hidden"
    >
      <div className="w-full">
        <SelectField
          label="Who to thank"
          hideLabel
          placeholder="Thank …"
          options={people.map(({ id, display_name: label }) => ({ value: id, label }))}
          value={to}
          error={errorAt('to')}
          onValueChange={(id) => {
            keep({ ...draft, to: id });
            setProblem(undefined);
          }}
        />
      </div>
      <div className="min-w-0 grow basis-24">
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
          onKeyDown={(event) => {
            if (keyOf(event) === 'Escape' && text === '') leaveField(event.currentTarget);
          }}
        />
      </div>
      <Button type="submit" icon={<HeartHandshake />} busy={give.isPending}>
        Thank
      </Button>
    </Form>
  );
}
