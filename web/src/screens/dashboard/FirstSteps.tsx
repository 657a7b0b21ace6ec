import { useQuery } from '@tanstack/react-query';
import type { User } from '@wentwell/contract/accounts/users';
import { type Meeting, MeetingName } from '@wentwell/contract/meetings/meetings';
import type { Team } from '@wentwell/contract/teams/teams';
import { CalendarClock, Check, UserPlus } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';

import { aiServiceQuery } from '#web/api/ai-service';
import { useSentText } from '#web/api/use-sent-text';
import { NameForm, useNameFields } from '#web/features/auth/NameForm.tsx';
import { teamInvitationsQuery } from '#web/features/invitations/invitations.queries';
import { InviteMany } from '#web/features/invitations/InviteMany.tsx';
import { newMeetingName } from '#web/features/meetings/meeting-form';
import { useCreateMeeting } from '#web/features/meetings/meetings.queries';
import { CreateTeamForm } from '#web/features/teams/CreateTeamForm.tsx';
import { Button } from '#web/ui/buttons/Button.tsx';
import { linkClass } from '#web/ui/buttons/link-class';
import { classNames } from '#web/ui/class-names';
import { Form } from '#web/ui/forms/Form.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { navigate } from '#web/ui/router/history';
import { Link } from '#web/ui/router/Link.tsx';

export interface FirstStepsProps {
  me: User;
  team: Team | null;
  /** The current team's size, including the user; null while unknown. */
  memberCount: number | null;
  planned: Pick<Meeting, 'id' | 'name'> | undefined;
  onSchedule: () => void;
}

/** A new user's first steps: name and team, invitations, a retro; for members only name and retro. Finished ones are short. */
export function FirstSteps({ me, team, memberCount, planned, onSchedule }: FirstStepsProps) {
  const [isAdding, setAdding] = useState(false);
  const named = me.first_name !== '';
  // Kept until the team exists: saving the name first must not remove the form.
  const [asksName] = useState(!named);
  const pending = useQuery(teamInvitationsQuery(team?.id ?? null));
  const invited = (pending.data?.length ?? 0) + Math.max((memberCount ?? 1) - 1, 0);
  // Somebody else made the team and invites.
  const isMember = team?.my_role === 'member';
  const isFolded = team !== null && invited > 0 && !isAdding;
  const { data: ai } = useQuery(aiServiceQuery);
  const isKnown = team === null || !pending.isPending;
  const list = useFocusOnNextField(isKnown ? `${named} ${team !== null} ${isFolded}` : null);
  return (
    <section
      aria-labelledby="first-steps-title"
      className="overflow-clip rounded-lg border border-line"
    >
      <h2 id="first-steps-title" className="sr-only">
        Your first retro in {isMember ? 'two' : 'three'} steps
      </h2>
      <ol ref={list} className="grid gap-px bg-line lg:flex">
        {isMember && (
          <Step number={1} title="Your name" state={named ? 'done' : 'now'}>
            <p className="text-soft wrap-anywhere">
              {named ? me.display_name : 'Your name is shown on your notes.'}
            </p>
            {!named && <NameForm />}
          </Step>
        )}
        {!isMember && (
          <>
            <Step
              number={1}
              title={team ? (named ? 'Team' : 'Your name') : 'Your name and your team'}
              state={team ? (named ? 'done' : 'later') : 'now'}
            >
              {team && named && <p className="text-soft wrap-anywhere">{team.name}</p>}
              {(team ? !named : asksName) && (
                <p className="text-soft wrap-anywhere">
                  Your name is shown on your notes{team && ` in ${team.name}`}.
                </p>
              )}
              {team && !named && <NameForm />}
              {team === null && (asksName ? <NameAndTeam /> : <CreateTeamForm />)}
            </Step>
            <Step
              number={2}
              title={isFolded ? `${invited} invited` : 'Invite the others'}
              state={isFolded ? 'done' : team ? 'now' : 'later'}
            >
              {team && isKnown && (
                <>
                  {isFolded && (
                    <span className="-ml-3">
                      <Button
                        variant="ghost"
                        size="sm"
                        icon={<UserPlus />}
                        onClick={() => setAdding(true)}
                      >
                        Add more
                      </Button>
                    </span>
                  )}
                  <InviteMany
                    key={team.id}
                    team={team}
                    isFolded={isFolded}
                    onSent={(isComplete) => setAdding(!isComplete)}
                  />
                </>
              )}
              {!team && <p className="text-soft">Once you have a team.</p>}
            </Step>
          </>
        )}
        <Step
          number={isMember ? 2 : 3}
          title={
            planned ? 'Retro scheduled' : isMember ? 'Wait for or start a retro' : 'Start a retro'
          }
          state={planned ? 'done' : (isMember ? named : isFolded) ? 'now' : 'later'}
        >
          {isMember && (
            <p className="text-soft wrap-anywhere">
              A retro of {team.name} appears here once it is live.
            </p>
          )}
          {planned ? (
            <Link to={`/meetings/${planned.id}`} className={`wrap-anywhere ${linkClass}`}>
              {planned.name}
            </Link>
          ) : team ? (
            <StartForm team={team} isNext={isFolded && !isMember} onSchedule={onSchedule} />
          ) : (
            <p className="text-soft">It starts with one click.</p>
          )}
        </Step>
      </ol>
      <p className="border-t border-line bg-surface px-5 py-3 text-sm text-soft sm:px-6">
        <Link to="/team-health" className={linkClass}>
          Health
        </Link>{' '}
        reads your team’s mood across sprints.{' '}
        {ai?.service && 'Team admins can turn on summaries with AI in the team’s settings.'}
      </p>
    </section>
  );
}

function NameAndTeam() {
  const { fields, save } = useNameFields({ isOptional: true });
  return (
    <CreateTeamForm before={save}>
      <div className="grid items-start gap-3 sm:grid-cols-2">{fields}</div>
    </CreateTeamForm>
  );
}

function StartForm(props: { team: Team; isNext: boolean; onSchedule: () => void }) {
  const { team, isNext, onSchedule } = props;
  const create = useCreateMeeting();
  const { text, keep, problem, setProblem } = useSentText(undefined, newMeetingName());

  async function start(): Promise<void> {
    const named = MeetingName.safeParse(text);
    setProblem(named.error?.issues[0]?.message);
    if (!named.success) return;
    const input = { name: named.data, team_id: team.id, start: 'now', template_id: null } as const;
    const meeting = await create.mutateAsync(input).catch(() => null);
    if (meeting?.status === 'live') void navigate({ to: `/meetings/${meeting.id}` });
  }

  return (
    <Form onSubmit={start} className="grid justify-items-start gap-2">
      <div className="flex w-full flex-wrap items-start gap-2">
        <div className="min-w-0 grow basis-24">
          <TextField
            label="Meeting name"
            hideLabel
            autoComplete="off"
            value={text}
            error={problem}
            onChange={(event) => keep(event.target.value)}
          />
        </div>
        <Button type="submit" variant={isNext ? 'primary' : 'secondary'} busy={create.isPending}>
          Start now
        </Button>
      </div>
      <span className="-ml-3">
        <Button variant="ghost" size="sm" icon={<CalendarClock />} onClick={onSchedule}>
          Schedule for later
        </Button>
      </span>
    </Form>
  );
}

/** Focuses the first remaining field when a completed form disappears. `progress` is null until known. */
function useFocusOnNextField(progress: string | null) {
  const list = useRef<HTMLOListElement>(null);
  const seen = useRef(progress);
  useEffect(() => {
    const before = seen.current;
    if (progress === null || before === progress) return;
    seen.current = progress;
    if (before === null) return;
    if (document.activeElement !== document.body) return;
    list.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  }, [progress]);
  return list;
}

const discs = {
  done: 'border-success-solid text-success-text',
  now: 'border-primary bg-primary text-on-primary',
  later: 'border-control text-soft',
};

/** The present step is wider, and a finished one narrow unless it may list addresses. */
function Step(props: {
  number: number;
  title: string;
  state: keyof typeof discs;
  children: ReactNode;
}) {
  const { number, title, state, children } = props;
  const isDone = state === 'done';
  return (
    <li
      aria-current={state === 'now' ? 'step' : undefined}
      className={classNames(
        'grid min-w-0 grid-cols-[auto_minmax(0,1fr)] content-start gap-x-4 bg-surface p-5 sm:px-6',
        state === 'now' ? 'flex-3' : isDone && number === 1 ? 'flex-1' : 'flex-2',
      )}
    >
      <span
        aria-hidden="true"
        className={`grid size-6 place-items-center rounded-full border text-xs font-semibold ${discs[state]}`}
      >
        {isDone ? <Check className="size-3.5" /> : number}
      </span>
      <div className="grid min-w-0 content-start gap-2">
        <h3 className="text-base font-semibold wrap-anywhere">
          {title}
          {isDone && <span className="sr-only"> (done)</span>}
        </h3>
        {children}
      </div>
    </li>
  );
}
