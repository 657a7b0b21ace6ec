// The meeting's anonymous scores and the question of the day, for all places that show them.
import { useMutation } from '@tanstack/react-query';
import { checkInPolicy } from '@wentwell/contract/check-in-calls';
import type { UserId } from '@wentwell/contract/ids';
import { MessageCircleQuestion } from 'lucide-react';
import type { ReactNode } from 'react';

import { meetingNow, serverNow } from '#web/api/server-time';
import { roundMutation } from '#web/features/check-in/check-in.queries';
import { CheckUp } from '#web/features/check-in/CheckUp.tsx';
import { CheckUpResults } from '#web/features/check-in/CheckUpResults.tsx';
import { QuestionRound } from '#web/features/check-in/QuestionRound.tsx';
import { ScoreChoice } from '#web/features/check-in/ScoreChoice.tsx';
import { ReportScores } from '#web/features/check-in/ScoreTotalsView.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { type Command, useCommands } from '#web/ui/overlays/commands';

import { type MeetingParts, useMeetingParts } from './meeting-parts.ts';

function giverOf({ board, who }: MeetingParts) {
  return { meetingId: board.meeting.id, userId: who.userId };
}

/** In joining: moods, the question of the day with its turns, and the check-up. */
export function CheckIn(): ReactNode {
  const parts = useMeetingParts();
  const { client, board, who, personOf } = parts;
  const { meeting, check_in: checkIn, presence } = board;
  const round = useMutation(roundMutation(meeting.id, () => void client.refresh()));
  const now = meetingNow(meeting);
  const here = presence
    .filter(({ isOnline }) => isOnline)
    .map(({ userId }) => ({ id: userId, name: personOf(userId).name }));
  const leads = checkInPolicy.lead(who, now) === 'allowed';
  const isAsking = meeting.settings.check_in && leads && !checkIn.question_hidden;
  useCommands(isAsking ? [nextQuestion(() => round.mutate('next'))] : []);
  const isMe = ({ id }: { id: UserId }): boolean => id === who.userId;
  const { check_in: hasCheckIn, check_up: questions } = meeting.settings;
  const mayAnswer = checkInPolicy.checkUp(who, now) === 'allowed';
  return (
    <>
      {meeting.settings.anonymous && meeting.settings.ai_notes && (
        <p className="pt-2 text-sm text-muted">
          An AI summary may read the notes of this meeting, without names.
        </p>
      )}
      {hasCheckIn && (
        <div className="min-w-0 pt-4">
          <Card title="Check-in">
            <div className="grid gap-6">
              <ScoreChoice
                question="How are you today?"
                field="mood"
                checkIn={checkIn}
                giver={giverOf(parts)}
                mayAnswer={checkInPolicy.mood(who, now) === 'allowed'}
              />
              <QuestionRound
                checkIn={checkIn}
                people={here.toSorted((a, b) => Number(isMe(b)) - Number(isMe(a)))}
                me={who.userId}
                leads={leads}
                mayAnswer={checkInPolicy.turn(who, now, who.userId) === 'allowed'}
                isBusy={round.isPending}
                onChange={round.mutate}
              />
            </div>
          </Card>
        </div>
      )}
      {mayAnswer && (
        <div className="min-w-0 pt-4">
          <CheckUp questions={questions} checkIn={checkIn} giver={giverOf(parts)} />
        </div>
      )}
    </>
  );
}

function nextQuestion(run: () => void): Command {
  return {
    id: 'next-question',
    group: 'Meeting',
    label: 'Next question of the day',
    icon: <MessageCircleQuestion />,
    keywords: ['check-in', 'icebreaker'],
    run,
  };
}

/** In Ready to Close: worth of the time, and mood afterwards. */
export function ClosingScores(): ReactNode {
  const parts = useMeetingParts();
  const { board, who } = parts;
  const { meeting, check_in: checkIn } = board;
  const now = meetingNow(meeting);
  return (
    <div className="grid gap-6">
      <ScoreChoice
        question="Was this meeting worth your time?"
        field="worth"
        checkIn={checkIn}
        giver={giverOf(parts)}
        mayAnswer={checkInPolicy.worth(who, now, serverNow()) === 'allowed'}
      />
      <ScoreChoice
        question="How do you feel now?"
        field="mood_after"
        checkIn={checkIn}
        giver={giverOf(parts)}
        mayAnswer={checkInPolicy.mood(who, now) === 'allowed'}
      />
    </div>
  );
}

/** On the report: the results; on the first day also the worth question. */
export function ReportedScores(): ReactNode {
  const parts = useMeetingParts();
  const { board, who } = parts;
  const { meeting, check_in: checkIn } = board;
  const mayAnswer = checkInPolicy.worth(who, meetingNow(meeting), serverNow()) === 'allowed';
  const { check_up: shown } = checkIn;
  const hasTotals = [checkIn.mood, checkIn.mood_after, checkIn.worth].some(Boolean);
  if (!mayAnswer && !hasTotals && shown.length === 0) return null;
  return (
    <section
      aria-label="How it was"
      // Paper needs no buttons.
      className={
        hasTotals || shown.length > 0
          ? 'report-section grid grid-cols-[minmax(0,1fr)] gap-3.5'
          : 'grid grid-cols-[minmax(0,1fr)] gap-3 print:hidden'
      }
    >
      <header>
        <h3 className="text-lg font-semibold">How it was</h3>
      </header>
      {hasTotals && (
        <ReportScores
          checkIn={checkIn}
          asked={['mood_after', 'worth', ...(meeting.settings.check_in ? (['mood'] as const) : [])]}
        />
      )}
      {shown.length > 0 && (
        <>
          <h4 className="mt-4 font-semibold">Check-up</h4>
          <CheckUpResults questions={[]} shown={shown} />
        </>
      )}
      {mayAnswer && (
        <div className="mt-3 print:hidden">
          <ScoreChoice
            question="Was this meeting worth your time?"
            field="worth"
            checkIn={checkIn}
            giver={giverOf(parts)}
            isLate
            mayAnswer
          />
        </div>
      )}
    </section>
  );
}
