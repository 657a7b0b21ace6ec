import type { CheckIn } from '@wentwell/contract/check-in';
import type { UserId } from '@wentwell/contract/ids';
import { Check, Eye, EyeOff, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';
import { Avatar } from '#web/ui/identity/Avatar.tsx';
import type { Person } from '#web/ui/identity/person';

import type { RoundChange } from './check-in.queries.ts';

export function QuestionRound(props: {
  checkIn: CheckIn;
  people: readonly (Person & { id: UserId })[];
  me: UserId;
  leads: boolean;
  /** False for viewers who take no part. */
  mayAnswer: boolean;
  isBusy: boolean;
  onChange: (change: RoundChange) => void;
}): ReactNode {
  const { checkIn, people, me, leads, mayAnswer, isBusy, onChange } = props;
  const { question, question_hidden: isHidden, turns } = checkIn;
  if (!leads && (isHidden || question === null)) return null;
  const done = people.filter(({ id }) => turns.some((turn) => turn === id)).length;
  return (
    <div className="grid gap-3.5">
      <div className="grid gap-1">
        <p className="text-xs font-semibold text-muted">Question of the day</p>
        <p className={isHidden ? 'text-soft' : 'text-lg font-bold wrap-anywhere'}>
          {isHidden ? 'Hidden for everyone.' : (question ?? 'None yet.')}
        </p>
      </div>
      {leads && (
        <div className="flex flex-wrap gap-2">
          {!isHidden && (
            <Button
              size="sm"
              icon={<RefreshCw aria-hidden="true" />}
              busy={isBusy}
              onClick={() => onChange('next')}
            >
              Next question
            </Button>
          )}
          <Button
            size="sm"
            variant="ghost"
            icon={isHidden ? <Eye aria-hidden="true" /> : <EyeOff aria-hidden="true" />}
            onClick={() => onChange({ question_hidden: !isHidden })}
          >
            {isHidden ? 'Show the question' : 'Hide the question'}
          </Button>
        </div>
      )}
      {!isHidden && question !== null && (
        <div className="grid gap-2">
          <p className="text-xs text-muted">
            {done} of {people.length} answered
          </p>
          <ul aria-label="Turns" className="flex flex-wrap gap-2">
            {people.map((person) => {
              const isDone = turns.some((turn) => turn === person.id);
              const isMe = person.id === me;
              return (
                <li key={person.id}>
                  <button
                    type="button"
                    aria-pressed={isDone}
                    className="inline-flex min-h-9 max-w-64 items-center gap-2 rounded-full border border-line-strong bg-card py-1 pr-3 pl-1.5 text-soft enabled:border-control enabled:hover:bg-hover aria-pressed:border-success-line aria-pressed:bg-success-soft aria-pressed:text-success-text pointer-coarse:min-h-11"
                    disabled={!mayAnswer || (!isMe && !leads)}
                    onClick={() =>
                      onChange({ done: !isDone, ...(!isMe && { user_id: person.id }) })
                    }
                  >
                    <Avatar person={person} size="xs" decorative />
                    <span className="truncate">{isMe ? 'I have answered' : person.name}</span>
                    {isDone && <Check aria-hidden="true" className="size-4 shrink-0" />}
                    {!isMe && (
                      <span className="sr-only">
                        {isDone ? 'has answered' : 'has not answered'}
                      </span>
                    )}
                  </button>
                </li>
              );
            })}
          </ul>
        </div>
      )}
    </div>
  );
}
