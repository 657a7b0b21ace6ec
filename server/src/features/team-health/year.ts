// A team's year as a pure calculation over its closed retros (docs/retro.md ).
import { notesOfTheme, themesShown, type YearTheme } from '@wentwell/contract/health/year-review';
import type { MeetingId } from '@wentwell/contract/ids';
import type { ColumnTone } from '@wentwell/contract/notes/columns';
import { charactersOfTheme, recurringThemes } from '@wentwell/contract/notes/group-titles';

import { type ActionFacts, type RetroFacts } from './figures.ts';

interface YearNote {
  text: string;
  /** Null unless somebody typed it. */
  groupTitle: string | null;
  tone: ColumnTone;
}

interface YearRetro extends Omit<RetroFacts, 'notes' | 'name'> {
  /** Its notes with those of the action column, as in its report. */
  written: number;
  notes: readonly YearNote[];
}

interface YearFacts {
  answersMin: number;
  /** The year's retros, oldest first. */
  retros: readonly YearRetro[];
  /** All action items of the team that are not deleted. */
  actions: readonly Pick<ActionFacts, 'meetingId' | 'status'>[];
}

function mostFrequent<T>(values: readonly T[]): T | undefined {
  const groups = [...Map.groupBy(values, (value) => value).values()];
  return groups.toSorted((a, b) => b.length - a.length)[0]?.[0];
}

/** Texts are read with one character more than a theme's. */
function begin(text: string): string {
  return [...text].length > charactersOfTheme ? `${text.replace(/\s+\S*$/u, '')}…` : text;
}

function themesOf(retros: readonly YearRetro[]): YearTheme[] {
  const notes = retros.flatMap(({ id, closedAt, notes: its }) =>
    its.map((note) => ({ ...note, retro: id, month: closedAt.getUTCMonth() })),
  );
  const found = recurringThemes(
    notes.map(({ text }) => text),
    {
      fewest: notesOfTheme,
      most: themesShown,
      recurs: (places) => new Set(places.map((at) => notes[at]?.retro)).size >= 2,
    },
  );
  const taken = new Set<string>();
  return found.map((places) => {
    const its = places.flatMap((at) => notes[at] ?? []);
    const typed = its.flatMap(({ groupTitle }) => groupTitle ?? []);
    const texts = its.map(({ text }) => text).toSorted((a, b) => a.length - b.length);
    // The notes of one group can be in two themes.
    const topic = mostFrequent(typed.filter((each) => !taken.has(each)));
    const isMost = typed.filter((each) => each === topic).length * 2 >= its.length;
    const title = (isMost && topic) || begin(texts[0] ?? '');
    taken.add(title);
    return {
      title,
      tone: mostFrequent(its.map(({ tone }) => tone)) ?? 'neutral',
      months: Array.from({ length: 12 }, (_, at) => its.filter(({ month }) => month === at).length),
    };
  });
}

export function yearFigures({ answersMin, retros, actions }: YearFacts) {
  const ids = new Set<MeetingId | null>(retros.map(({ id }) => id));
  const agreed = actions.filter(({ meetingId }) => meetingId !== null && ids.has(meetingId));
  const sum = (of: (retro: YearRetro) => number) =>
    retros.reduce((total, retro) => total + of(retro), 0);
  return {
    answers_min: answersMin,
    retros: retros.length,
    notes: sum(({ written }) => written),
    topics: sum(({ discussed }) => discussed.length),
    actions: {
      agreed: agreed.length,
      done: agreed.filter(({ status }) => status === 'done').length,
    },
    themes: themesOf(retros),
    morale: retros.map(({ closedAt, scores: { mood } }) => ({
      closed_at: closedAt.toISOString(),
      mean: mood && mood.answers >= answersMin ? mood.mean : null,
    })),
  };
}
