import type { Board } from '@wentwell/contract/board/snapshot';
import { allTopics, titleOfTopic } from '@wentwell/contract/discussion/topics';
import { type ReactNode, useState } from 'react';

import { classNames } from '#web/ui/class-names';
import { preview } from '#web/ui/preview';
import { useRootMark } from '#web/ui/root-mark';

import { votesLeftText } from './topic-vote.ts';

const mostDots = 10;

/** "3 of 5 votes left", announced with the topic of a vote; filled dots are given votes. */
export function VotesLeft({ board }: { board: Board }): ReactNode {
  useRootMark('votes-left');
  const { left, mine } = board.votes;
  const { votes_per_person: perPerson } = board.meeting.settings;
  const [said, setSaid] = useState({ mine, sentence: '' });
  if (said.mine !== mine) setSaid({ mine, sentence: sentenceOf(board, said.mine) });
  const dots = perPerson <= mostDots ? Array.from({ length: perPerson }, (_, dot) => dot) : [];
  return (
    <>
      <span role="status" className="sr-only">
        {said.sentence}
      </span>
      <span
        className={classNames(
          'votes-left inline-flex shrink-0 items-center gap-2 font-medium tabular-nums',
          left === 0 ? 'text-success-text' : 'text-ink',
        )}
      >
        <span aria-hidden="true" className="flex gap-1.25">
          {dots.map((dot) => (
            <span
              key={dot}
              data-given={dot < perPerson - left || undefined}
              className="vote-given size-2.5 rounded-full border-2 border-muted data-given:border-focus data-given:bg-focus"
            />
          ))}
        </span>
        {votesLeftText(left, perPerson)}
      </span>
    </>
  );
}

/** For example "Slow builds: 2 votes, 3 of 5 left." */
function sentenceOf(board: Board, before: Board['votes']['mine']): string {
  const { left, mine } = board.votes;
  const topic = allTopics(board).find(({ id }) => (mine[id] ?? 0) !== (before[id] ?? 0));
  if (!topic) return '';
  const count = mine[topic.id] ?? 0;
  const { votes_per_person: perPerson } = board.meeting.settings;
  return `${preview(titleOfTopic(topic), 80)}: ${count} ${count === 1 ? 'vote' : 'votes'}, ${left} of ${perPerson} left.`;
}
