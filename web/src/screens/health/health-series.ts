// The charts' series, and their figures as text.
import type { RetroHealth, TeamHealth } from '@wentwell/contract/health/team-health';

import { scoreText } from '#web/features/check-in/score-labels';

/** Null with too few answers, or without anything to count. */
export type Series = readonly (number | null)[];

const share = (part: number, whole: number) => (whole === 0 ? null : part / whole);
export const moodOf = ({ mood }: RetroHealth) => mood?.mean ?? null;
export const moodAfterOf = ({ mood_after }: RetroHealth) => mood_after?.mean ?? null;
const worthOf = ({ worth }: RetroHealth) => worth?.mean ?? null;
export const focusOf = ({ topics }: RetroHealth) => share(topics.with_action, topics.discussed);
const overdueShareOf = ({ actions }: RetroHealth) => share(actions.overdue, actions.open);

export const percent = (value: number) => `${Math.round(100 * value)}%`;

export interface Figure {
  name: 'Morale' | 'Focus' | 'Delivery risk' | 'Worth our time';
  value: string | null;
  none: string;
  unit?: string;
  hint: string;
  /** 'few': too few answers. */
  trend: 'up' | 'down' | 'none' | 'few';
  series: Series;
  range: readonly [number, number];
  /** The steps of a rule. `isNow` marks the present one. */
  rule?: readonly { name: string; range: string; isNow: boolean }[];
}

interface Compared {
  text: string;
  trend: Figure['trend'];
}

const first: Compared = { text: 'Nothing to compare yet', trend: 'none' };
const laterMorale: Compared = { text: 'Trend from 4 retros on', trend: 'none' };

/** Morale's trend (docs/retro.md R-243). */
const trends = {
  rising: { text: 'Rising', trend: 'up' },
  steady: { text: 'Steady', trend: 'none' },
  falling: { text: 'Falling', trend: 'down' },
} as const;

function meanOf(series: Series): number | null {
  const known = series.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

/** Compares the last value with the mean of earlier ones. */
function usually(series: Series, show: (value: number) => string): Compared {
  const [mean, last] = [meanOf(series.slice(0, -1)), series.at(-1) ?? null];
  if (mean === null || last === null) return first;
  const trend = show(last) === show(mean) ? 'none' : last > mean ? 'up' : 'down';
  return { text: `Usually ${show(mean)}`, trend };
}

function score(
  { name, answersMin }: Pick<Figure, 'name'> & { answersMin: number },
  series: Series,
  { text, trend }: Compared,
): Figure {
  const last = series.at(-1) ?? null;
  return {
    name,
    series,
    range: [1, 5],
    value: last === null ? null : scoreText(last),
    none: 'Not enough answers yet',
    unit: 'of 5',
    hint: last === null ? `Needs ${answersMin} answers` : text,
    trend: last === null ? 'few' : trend,
  };
}

const riskNames = { low: 'Low', medium: 'Medium', high: 'High' } as const;

function riskFigure(health: TeamHealth): Figure {
  const { retros, delivery_risk: risk, open_actions } = health;
  const { open, overdue } = open_actions;
  // The retros' ends, then today, which the risk is about.
  const series = [...retros.map(overdueShareOf), share(overdue, open)];
  const now = `now ${overdue} of ${open}`;
  const step = (name: keyof typeof riskNames, range: string) => ({
    name: risk === name ? `${riskNames[name]}, ${now}` : riskNames[name],
    range,
    isNow: risk === name,
  });
  const [before = null, last = null] = series.slice(-2);
  const isMore = before !== null && last !== null && last > before;
  const isLess = before !== null && last !== null && last < before;
  return {
    name: 'Delivery risk',
    value: risk && riskNames[risk],
    none: 'No open actions',
    hint: open === 0 ? 'Nothing can be late' : `${overdue} of ${open} actions overdue`,
    trend: isMore ? 'up' : isLess ? 'down' : 'none',
    series,
    range: [0, 0.5],
    rule: [step('low', 'under 10%'), step('medium', '10% to 25%'), step('high', '25% and more')],
  };
}

function focusFigure({ retros }: TeamHealth): Figure {
  const series = retros.map(focusOf);
  const last = series.at(-1) ?? null;
  const topics = retros.at(-1)?.topics ?? { discussed: 0, with_action: 0 };
  const { text, trend } = usually(series, percent);
  return {
    name: 'Focus',
    value: last === null ? null : percent(last),
    unit: `${topics.with_action} of ${topics.discussed} topics`,
    none: 'No topics yet',
    hint: last === null ? 'None were discussed in the last retro' : text,
    trend: last === null ? 'none' : trend,
    series,
    range: [0, 1],
  };
}

export function figuresOf(health: TeamHealth): Figure[] {
  const { retros, morale, answers_min: answersMin } = health;
  const moods = retros.map(moodOf);
  const worth = retros.map(worthOf);
  const isCompared = morale && moods.filter((mood) => mood !== null).length > 3;
  return [
    score({ name: 'Morale', answersMin }, moods, isCompared ? trends[morale.trend] : laterMorale),
    focusFigure(health),
    riskFigure(health),
    score({ name: 'Worth our time', answersMin }, worth, usually(worth, scoreText)),
  ];
}
