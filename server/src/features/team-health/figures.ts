// A team's health as a pure calculation over its closed retros (docs/retro.md ).
import type { CheckUpTotals, ScoreKind, ScoreTotals } from '@wentwell/contract/check-in/check-in';
import {
  deliveryRisk,
  type HealthRef,
  type TeamHealth,
} from '@wentwell/contract/health/team-health';
import { notesOfTheme } from '@wentwell/contract/health/year-review';
import type { ActionId, MeetingId, TopicId } from '@wentwell/contract/ids';
import { capitalize, hasWord, recurringWord } from '@wentwell/contract/notes/group-titles';

export interface RetroFacts {
  id: MeetingId;
  name: string;
  closedAt: Date;
  scores: Record<ScoreKind, ScoreTotals | null> & { check_up: readonly CheckUpTotals[] };
  discussed: readonly TopicId[];
  /** Texts of notes that are not deleted, outside the action items column. */
  notes: readonly string[];
}

export interface ActionFacts {
  id: ActionId;
  meetingId: MeetingId | null;
  topicId: TopicId | null;
  text: string;
  status: 'open' | 'done' | 'dropped';
  dueOn: string | null;
  meetingsSeen: number;
  createdAt: Date;
  doneAt: Date | null;
  droppedAt: Date | null;
  updatedAt: Date;
}

export interface HealthFacts {
  answersMin: number;
  now: Date;
  /** Oldest first. */
  retros: readonly RetroFacts[];
  /** All action items of the team that are not deleted. */
  actions: readonly ActionFacts[];
}

/** Includes the retro that agreed on the item. */
const seenTwiceMore = 3;
const steadyWithinThousandths = 200;
const fallingStreakMin = 3;

function wasOpen(action: ActionFacts, at: Date): boolean {
  if (action.createdAt > at) return false;
  if (action.status === 'open') return true;
  return (action.doneAt ?? action.droppedAt ?? action.updatedAt) > at;
}

function isOverdue({ dueOn }: ActionFacts, at: Date): boolean {
  return dueOn !== null && dueOn < at.toISOString().slice(0, 10);
}

function openAt(actions: readonly ActionFacts[], at: Date) {
  const open = actions.filter((action) => wasOpen(action, at));
  return { open: open.length, overdue: open.filter((action) => isOverdue(action, at)).length };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function toRetroHealth(retro: RetroFacts, { answersMin, actions }: HealthFacts) {
  const score = (kind: ScoreKind) => {
    const totals = retro.scores[kind];
    if (!totals || totals.answers < answersMin) return null;
    return { answers: totals.answers, mean: totals.mean };
  };
  const agreed = actions.filter(({ meetingId }) => meetingId === retro.id);
  const topics = new Set(agreed.map(({ topicId }) => topicId));
  return {
    meeting_id: retro.id,
    name: retro.name,
    closed_at: retro.closedAt.toISOString(),
    mood: score('mood'),
    mood_after: score('mood_after'),
    worth: score('worth'),
    check_up: [...retro.scores.check_up],
    topics: {
      discussed: retro.discussed.length,
      with_action: retro.discussed.filter((topic) => topics.has(topic)).length,
    },
    actions: {
      agreed: agreed.length,
      done: agreed.filter(({ status }) => status === 'done').length,
      kept_twice: agreed.filter(({ meetingsSeen }) => meetingsSeen >= seenTwiceMore).length,
      ...openAt(actions, retro.closedAt),
    },
  };
}

type RetroFigures = ReturnType<typeof toRetroHealth>;

function trendOf(moods: readonly number[]): 'rising' | 'steady' | 'falling' {
  const [last, before] = [moods.slice(-3), moods.slice(-6, -3)];
  if (before.length === 0) return 'steady';
  // In thousandths, because 4.2 − 4 is more than 0.2 in binary.
  const change = Math.round(1000 * (meanOf(last) - meanOf(before)));
  if (Math.abs(change) <= steadyWithinThousandths) return 'steady';
  return change > 0 ? 'rising' : 'falling';
}

/** The latest consecutive retros with falling mood. A retro with too few answers ends the streak. */
function fallingStreak(retros: readonly RetroFigures[]): RetroFigures[] {
  const row: RetroFigures[] = [];
  for (let at = retros.length - 1; at > 0; at -= 1) {
    const [before, retro] = [retros[at - 1], retros[at]];
    if (!before?.mood || !retro?.mood || retro.mood.mean >= before.mood.mean) break;
    row.unshift(retro);
  }
  return row;
}

const toMeetingRefs = (retros: readonly RetroFigures[]): HealthRef[] =>
  retros.map(({ meeting_id }) => ({ kind: 'meeting', id: meeting_id }));
const toActionRefs = (actions: readonly ActionFacts[]): HealthRef[] =>
  actions.map(({ id }) => ({ kind: 'action', id }));

const isOrAre = (count: number) => (count === 1 ? 'is' : 'are');

/** Sentences about notable findings, each with its figures. */
function sentencesOf(facts: HealthFacts, retros: readonly RetroFigures[]): TeamHealth['sentences'] {
  const { actions, now } = facts;
  const sentences: TeamHealth['sentences'] = [];
  const falling = fallingStreak(retros);
  if (falling.length >= fallingStreakMin) {
    const ids = new Set(falling.map(({ meeting_id }) => meeting_id));
    const texts = facts.retros.filter(({ id }) => ids.has(id)).map(({ notes }) => notes);
    const theme = recurringWord(texts, notesOfTheme);
    const moraleText = `Morale fell ${falling.length} retros in a row.`;
    const themeText =
      theme && ` “${capitalize(theme.word)}” came up each time, in ${theme.texts} notes.`;
    sentences.push({
      about: 'morale',
      text: `${moraleText}${themeText ?? ''}`,
      refs: toMeetingRefs(falling),
    });
    const about = theme ? actions.filter(({ text }) => hasWord(text, theme.word)) : [];
    if (theme && about.length >= 2) {
      const done = about.filter(({ status }) => status === 'done').length;
      const text = `Of ${about.length} action items on “${theme.word}”, ${done} ${isOrAre(done)} done.`;
      sentences.push({ about: 'action_items', text, refs: toActionRefs(about) });
    }
  }
  const last = retros.slice(-3).filter(({ topics }) => topics.discussed > 0);
  const [discussed, withAction] = (['discussed', 'with_action'] as const).map((field) =>
    last.reduce((sum, { topics }) => sum + topics[field], 0),
  );
  if (last.length === 3 && discussed !== undefined && withAction !== undefined) {
    const text = `In the last 3 retros, ${withAction} of ${discussed} discussed topics led to an action item.`;
    sentences.push({ about: 'focus', text, refs: toMeetingRefs(last) });
  }
  const open = actions.filter(({ status }) => status === 'open');
  const overdue = open.filter((action) => isOverdue(action, now));
  if (overdue.length > 0) {
    const text = `${overdue.length} of ${open.length} open action items ${isOrAre(overdue.length)} overdue.`;
    sentences.push({ about: 'action_items', text, refs: toActionRefs(overdue) });
  }
  const kept = open.filter(({ meetingsSeen }) => meetingsSeen >= seenTwiceMore);
  if (kept.length > 0) {
    const items = kept.length === 1 ? 'action item was' : 'action items were';
    const text = `${kept.length} open ${items} kept in two retros or more.`;
    sentences.push({ about: 'action_items', text, refs: toActionRefs(kept) });
  }
  return sentences;
}

export function teamHealth(facts: HealthFacts) {
  const retros = facts.retros.map((retro) => toRetroHealth(retro, facts));
  const last = retros.at(-1);
  const moods = retros.flatMap(({ mood }) => mood?.mean ?? []);
  const now = openAt(facts.actions, facts.now);
  return {
    answers_min: facts.answersMin,
    retros,
    morale: last?.mood ? { mean: last.mood.mean, trend: trendOf(moods) } : null,
    focus:
      last && last.topics.discussed > 0 ? last.topics.with_action / last.topics.discussed : null,
    delivery_risk: deliveryRisk(now),
    open_actions: now,
    actions_per_retro:
      retros.length === 0 ? null : meanOf(retros.map(({ actions }) => actions.agreed)),
    sentences: sentencesOf(facts, retros),
  };
}
