// The meeting's anonymous scores and the question of the day, for all places that show them.
import { checkInPolicy } from '@wentwell/contract/check-in/check-in-calls';
import type { ReactNode } from 'react';

import { meetingNow, serverNow } from '#web/api/server-time';
import { CheckUp, CheckUpResults } from '#web/features/check-in/CheckUp.tsx';
import { ShownFrom } from '#web/features/check-in/OnlyTotals.tsx';
import { QuestionRound } from '#web/features/check-in/QuestionRound.tsx';
import { ScoreChoice } from '#web/features/check-in/ScoreChoice.tsx';
import { ReportScores } from '#web/features/check-in/ScoreTotalsView.tsx';
import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';

import { useMeetingParts } from './meeting-parts.ts';

/** In joining: moods, the question of the day with its turns, and the check-up. */
export function CheckIn(): ReactNode {
  const { board, who } = useMeetingParts();
  const { meeting } = board;
  const now = meetingNow(meeting);
  return (
    <Part>
      {meeting.settings.anonymous && meeting.settings.ai_notes && (
        <p className="pt-2 text-sm text-muted">
          An AI summary may read the notes of this meeting, without names.
        </p>
      )}
      {meeting.settings.check_in && (
        <section aria-label="Check-in" className="grid min-w-0 gap-8 pt-4">
          <Part>
            <ScoreChoice
              question="How are you today?"
              field="mood"
              mayAnswer={checkInPolicy.mood(who, now) === 'allowed'}
            />
            <QuestionRound />
          </Part>
        </section>
      )}
      {checkInPolicy.checkUp(who, now) === 'allowed' && (
        <div className="min-w-0 pt-4">
          <CheckUp />
        </div>
      )}
    </Part>
  );
}

/** In Ready to Close: worth of the time, and mood afterwards. */
export function ClosingScores(): ReactNode {
  const { board, who } = useMeetingParts();
  const now = meetingNow(board.meeting);
  return (
    <div className="grid gap-6">
      <ScoreChoice
        question="Was this meeting worth your time?"
        field="worth"
        mayAnswer={checkInPolicy.worth(who, now, serverNow()) === 'allowed'}
      />
      <ScoreChoice
        question="How do you feel now?"
        field="mood_after"
        mayAnswer={checkInPolicy.mood(who, now) === 'allowed'}
      />
    </div>
  );
}

/** On the report: the results; on the first day also the worth question. */
export function ReportedScores(): ReactNode {
  const { board, who } = useMeetingParts();
  const { meeting, check_in: checkIn } = board;
  const mayAnswer = checkInPolicy.worth(who, meetingNow(meeting), serverNow()) === 'allowed';
  const { mood, mood_after, worth, mood_mine, mood_after_mine, worth_mine } = checkIn;
  const { check_up: shown } = checkIn;
  const { check_up: questions } = meeting.settings;
  // The viewer's own score may wait for others.
  const hasScores = [mood, mood_after, worth, mood_mine, mood_after_mine, worth_mine].some(Boolean);
  const hasCheckUp = shown.length + questions.length > 0;
  if (!mayAnswer && !hasScores && !hasCheckUp) return null;
  return (
    <section
      aria-label="How it was"
      // Paper needs no buttons.
      className={
        hasScores || hasCheckUp
          ? 'report-section grid grid-cols-1 gap-3.5'
          : 'grid grid-cols-1 gap-3 print:hidden'
      }
    >
      <header>
        <h3 className="text-lg font-semibold">How it was</h3>
      </header>
      {hasScores && (
        <ReportScores
          checkIn={checkIn}
          asked={['mood_after', 'worth', ...(meeting.settings.check_in ? (['mood'] as const) : [])]}
        />
      )}
      {hasCheckUp && (
        <>
          <h4 className="mt-4 font-semibold">Check-up</h4>
          <CheckUpResults questions={questions} shown={shown} />
        </>
      )}
      <ShownFrom />
      {mayAnswer && (
        <div className="mt-3 print:hidden">
          <ScoreChoice
            question="Was this meeting worth your time?"
            field="worth"
            isLate
            mayAnswer
          />
        </div>
      )}
    </section>
  );
}
