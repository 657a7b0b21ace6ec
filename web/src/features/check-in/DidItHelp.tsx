// "Did it help?" in joining: one anonymous tap per action item done two retros ago.
import { useMutation } from '@tanstack/react-query';
import type { Action } from '@wentwell/contract/actions/actions';
import { Outcome, OutcomeInput, outcomeLabels } from '@wentwell/contract/actions/outcomes';
import type { YearReview } from '@wentwell/contract/health/year-review';
import { authorKeyHeader } from '@wentwell/contract/notes/author-keys';
import { Check, CircleHelp, Equal, TrendingDown, TrendingUp } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';

import { authorKey } from '#web/api/author-key';
import { request } from '#web/api/request';
import { readStored, store } from '#web/browser-storage';
import { useShownBoard } from '#web/live/use-board';
import { useViewer } from '#web/live/use-viewer';
import { classNames } from '#web/ui/class-names';
import { toast } from '#web/ui/feedback/toast';
import { Radio } from '#web/ui/forms/Radio.tsx';
import { Avatar } from '#web/ui/identity/Avatar.tsx';
import { type Person, usePersonOf } from '#web/ui/identity/person';

import { OneByOne, Steps } from './OneByOne.tsx';
import { scoreCard } from './ScoreChoice.tsx';
import type { Giver } from './use-own-score.ts';

const icons: Record<Outcome, ReactNode> = {
  better: <TrendingUp />,
  same: <Equal />,
  worse: <TrendingDown />,
  unknown: <CircleHelp />,
};

/** Value and name among the sums of a year. */
export function differenceOfYear({ made_difference: known }: Pick<YearReview, 'made_difference'>) {
  return known
    ? ([`${known.made} of ${known.of}`, 'made a difference'] as const)
    : (['–', 'made a difference: not enough answers yet'] as const);
}

/** The server returns nobody's answer, so the browser stores its own. */
function nameOf({ meetingId, userId }: Giver, id: Action['id']): string {
  return `outcome:${userId}:${meetingId}:${id}`;
}

function useAnswers(answerer: Giver) {
  const { meetingId, userId } = answerer;
  const [given, setGiven] = useState<ReadonlyMap<Action['id'], Outcome>>(new Map());
  const set = (id: Action['id'], outcome: Outcome | null) =>
    setGiven((before) => {
      const after = new Map(before);
      if (outcome) after.set(id, outcome);
      else after.delete(id);
      return after;
    });
  const mutation = useMutation({
    scope: { id: `outcome ${meetingId}` },
    mutationFn: ({ id, outcome }: { id: Action['id']; outcome: Outcome }) =>
      request({
        path: `/api/v1/actions/${id}/outcome`,
        method: 'PUT',
        body: { outcome },
        headers: { [authorKeyHeader]: authorKey(meetingId, userId) },
        schema: OutcomeInput,
      }),
    onError: toast.onError('Your answer was not saved', { id: 'outcome-refused' }),
  });
  const answerTo = (id: Action['id']): Outcome | null =>
    given.get(id) ?? Outcome.safeParse(readStored(nameOf(answerer, id))).data ?? null;
  return {
    answerTo,
    answer(id: Action['id'], outcome: Outcome): void {
      const before = answerTo(id);
      set(id, outcome);
      mutation.mutate(
        { id, outcome },
        {
          onSuccess: () => store(nameOf(answerer, id), outcome),
          onError: () => set(id, before),
        },
      );
    },
  };
}

/** Renders nothing for people who take no part. */
export function DidItHelp({ actions }: { actions: readonly Action[] }): ReactNode {
  const { meeting } = useShownBoard();
  const { role, userId } = useViewer();
  const personOf = usePersonOf();
  const [place, setPlace] = useState(0);
  const { answerTo, answer } = useAnswers({ meetingId: meeting.id, userId });
  if (role === null || actions.length === 0) return null;
  const count = actions.length;
  const at = Math.min(place, count);
  const action = actions[at];
  return (
    <OneByOne
      title="Did it help?"
      {...{ at, count }}
      onPlace={setPlace}
      thanks="Thanks! The answers appear on the Actions page after the retro."
      question={(goTo) =>
        action && (
          <>
            <Question
              key={action.id}
              action={action}
              owner={action.assignee_id && personOf(action.assignee_id)}
              chosen={answerTo(action.id)}
              onChoose={(outcome) => answer(action.id, outcome)}
            />
            <Steps {...{ at, count }} isAnswered={answerTo(action.id) !== null} onPlace={goTo} />
          </>
        )
      }
    />
  );
}

/** Stacked where a row would be too narrow. */
const outcomeClass =
  'content-center items-center justify-items-start gap-3 px-4 py-2.5 text-center max-sm:min-h-13 max-sm:grid-cols-[auto_1fr_auto] sm:justify-items-center sm:gap-1 [&_svg]:size-5';

function Question(props: {
  action: Action;
  owner: Person | null;
  chosen: Outcome | null;
  onChoose: (outcome: Outcome) => void;
}): ReactNode {
  const { action, owner, chosen, onChoose } = props;
  const id = useId();
  return (
    <div className="grid gap-4">
      <div data-tone="accent" className="paper grid gap-2 p-4">
        <p id={id} className="text-lg font-semibold wrap-anywhere">
          {action.text}
        </p>
        <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-xs text-soft">
          {owner && (
            <span className="inline-flex max-w-full min-w-0 items-center gap-1.5">
              <Avatar person={owner} size="xs" decorative />
              <span className="truncate">{owner.name}</span>
            </span>
          )}
          <span className="inline-flex items-center gap-1.5">
            <Check className="size-4" /> done two retros ago
          </span>
        </p>
      </div>
      <div
        role="radiogroup"
        aria-labelledby={id}
        className="grid gap-2 text-base font-medium sm:grid-cols-4 sm:text-sm"
      >
        {Outcome.options.map((outcome) => (
          <label key={outcome} className={classNames(scoreCard, outcomeClass)}>
            <Radio name={id} isChosen={outcome === chosen} onChoose={() => onChoose(outcome)} />
            {icons[outcome]}
            {outcomeLabels[outcome]}
            {outcome === chosen && <Check className="sm:hidden" />}
          </label>
        ))}
      </div>
    </div>
  );
}
