import type { Team } from '@wentwell/contract/teams';
import type { User } from '@wentwell/contract/users';
import { Check, Footprints, Play } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';

import { NameForm } from '#web/features/auth/NameForm.tsx';
import { InviteMany } from '#web/features/invitations/InviteMany.tsx';
import { CreateTeamForm } from '#web/features/teams/CreateTeamForm.tsx';
import { Button } from '#web/ui/buttons/Button.tsx';
import { classNames } from '#web/ui/class-names';
import { Card } from '#web/ui/layout/Card.tsx';
import { VisuallyHidden } from '#web/ui/layout/VisuallyHidden.tsx';

export interface FirstStepsProps {
  me: User;
  /** The current team; null before there is one. */
  team: Team | null;
  /** The size of the current team, including the user; undefined while it is unknown. */
  memberCount: number | null | undefined;
  onCreateMeeting: () => void;
}

/** The first steps of a new user: a name and a team, invitations, a retro. */
export function FirstSteps({ me, team, memberCount, onCreateMeeting }: FirstStepsProps) {
  const [invited, setInvited] = useState(false);
  const named = me.first_name !== '';
  const together = (memberCount ?? 1) > 1;
  const list = useFocusOnNextField(`${named} ${team !== null}`);
  return (
    <Card
      icon={<Footprints />}
      title="Your first retro in three steps"
      description="Each takes less than a minute."
    >
      <ol ref={list} className="grid gap-6">
        <Step number={1} title="Your name and your team" done={named && team !== null}>
          {!named && (
            <>
              <p className="text-soft">Your name is shown on your notes.</p>
              <NameForm />
            </>
          )}
          {team === null && (
            <>
              <p className="text-soft">
                Meetings belong to a team. Make one now, or accept an invitation to another.
              </p>
              <CreateTeamForm />
            </>
          )}
        </Step>
        <Step
          number={2}
          title={team ? `Invite the others to ${team.name}` : 'Invite the others'}
          done={together || invited}
        >
          {team ? (
            <InviteMany key={team.id} team={team} onInvited={() => setInvited(true)} />
          ) : (
            <p className="text-soft">As soon as there is a team.</p>
          )}
        </Step>
        <Step number={3} title="Start your first retro" done={false}>
          <p className="text-soft">
            It begins when you press Start Now; whoever comes later finds it on their dashboard.
          </p>
          <span>
            <Button
              variant={named && team && (together || invited) ? 'primary' : 'secondary'}
              icon={<Play />}
              disabledReason={team ? undefined : 'Make or join a team first.'}
              onClick={onCreateMeeting}
            >
              Start a retro
            </Button>
          </span>
        </Step>
      </ol>
    </Card>
  );
}

/** A completed form disappears with the focus, which moves to the first remaining field. */
function useFocusOnNextField(progress: string) {
  const list = useRef<HTMLOListElement>(null);
  const seen = useRef(progress);
  useEffect(() => {
    if (seen.current === progress) return;
    seen.current = progress;
    if (document.activeElement !== document.body) return;
    list.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  }, [progress]);
  return list;
}

interface StepProps {
  number: number;
  title: string;
  done: boolean;
  children: ReactNode;
}

function Step({ number, title, done, children }: StepProps) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4">
      <span
        aria-hidden="true"
        className={classNames(
          'grid size-8 place-items-center rounded-full border font-semibold',
          done
            ? 'border-success-solid bg-success-soft text-success-text'
            : 'border-line-strong text-soft',
        )}
      >
        {done ? <Check className="size-4" /> : number}
      </span>
      <div className="grid max-w-2xl min-w-0 gap-3">
        <h3 className="pt-1 font-semibold wrap-anywhere">
          {title}
          {done && <VisuallyHidden> (done)</VisuallyHidden>}
        </h3>
        {children}
      </div>
    </li>
  );
}
