import { type ReactNode, useState } from 'react';

import { FinishVoting } from '#web/features/votes/FinishVoting.tsx';
import { TopicBallot } from '#web/features/votes/TopicBallot.tsx';
import { TopicVotesTotal } from '#web/features/votes/TopicVotesTotal.tsx';
import { VoteLimitsFields } from '#web/features/votes/VoteLimitsFields.tsx';
import { VotesLeft } from '#web/features/votes/VotesLeft.tsx';
import { VotingProgress } from '#web/features/votes/VotingProgress.tsx';

const limited = 'That is more than one topic may get from you.';

/** Ballots: fresh, in use, full, with more dots than fit, over the limit after a merge; totals; what is left; limits. */
export function VotesCard(): ReactNode {
  const [count, setCount] = useState(1);
  const [isFinished, setFinished] = useState(false);
  const ballot = { name: 'Flaky tests', onSet: setCount };
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-6">
        <TopicBallot {...ballot} count={0} max={3} whyNoMore={null} />
        <TopicBallot {...ballot} count={count} max={3} whyNoMore={count > 2 ? limited : null} />
        <TopicBallot {...ballot} count={3} max={3} whyNoMore={limited} />
        <TopicBallot {...ballot} count={4} max={3} whyNoMore={limited} />
        <TopicBallot {...ballot} count={12} max={20} whyNoMore={null} />
      </div>
      <div className="flex flex-wrap gap-6 text-xs">
        <TopicVotesTotal total={{ votes: 12, voters: 6 }} most={12} />
        <TopicVotesTotal total={{ votes: 5, voters: 3 }} most={12} />
        <TopicVotesTotal total={{ votes: 1, voters: 1 }} most={12} />
      </div>
      <div className="flex flex-wrap items-center gap-6">
        <VotesLeft left={3} perPerson={5} />
        <VotesLeft left={0} perPerson={20} />
        <VotingProgress done={4} of={6} />
        <VotingProgress done={6} of={6} />
        <FinishVoting
          isFinished={isFinished}
          hasVotesLeft={count < 3}
          count={{ done: 4, of: 6 }}
          onToggle={() => setFinished(!isFinished)}
        />
      </div>
      <VoteLimitsFields
        settings={{ votes_per_person: 5, votes_per_topic: 3 }}
        isVoting
        onSave={() => Promise.reject(new Error('The server takes no changes now.'))}
      />
    </div>
  );
}
