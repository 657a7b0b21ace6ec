// Imported retros of earlier weeks, with scores.
import { MeetingExport } from '@wentwell/contract/exports/meeting-export';
import { defaultSettings } from '@wentwell/contract/meetings/meetings';
import { defaultColumns } from '@wentwell/contract/notes/columns';

import { call, type Somebody } from './walk.ts';

export const histograms = [
  [0, 0, 2, 3, 0],
  [0, 0, 1, 4, 0],
  null,
  [0, 0, 1, 3, 1],
  [0, 0, 2, 3, 0],
  [0, 1, 2, 2, 0],
  [0, 2, 2, 1, 0],
];

/** A closed retro of two people with two discussed topics and one action item. */
export async function importRetro(
  { lead, teamId, people }: { lead: Somebody; teamId: string; people: readonly [string, string] },
  at: number,
  name = 'Sprint',
): Promise<void> {
  // One moment: an action item must not begin a millisecond after its retro’s end.
  const now = Date.now();
  const day = (offset: number) => new Date(now + offset * 86_400_000).toISOString();
  const ago = 14 * (at - histograms.length);
  const mood = histograms[at] ?? null;
  const base = { group: null, column: 'to_improve', created_at: day(ago) };
  const file = MeetingExport.parse({
    format: 'wentwell-meeting',
    version: 1,
    exported_at: day(0),
    name: `${name} ${31 + at}`,
    team: 'Imported',
    status: 'closed',
    phase: 'closing_ready',
    start_time: day(ago),
    end_time: day(ago),
    led_by: 'p1',
    settings: defaultSettings,
    columns: defaultColumns,
    people: [
      { id: 'p1', name: people[0] },
      { id: 'p2', name: people[1] },
    ],
    notes: [
      { ...base, id: 'n1', author: 'p1', text: 'The build takes 14 minutes' },
      { ...base, id: 'n2', author: 'p2', text: 'Two stories grew' },
    ],
    hidden_notes: 0,
    groups: [],
    votes: [],
    discussion: {
      order: ['n1', 'n2'],
      parked: [],
      discussed: [
        { topic: 'n1', seconds: 60 },
        { topic: 'n2', seconds: 60 },
      ],
    },
    comments: [],
    reactions: [],
    actions: [
      {
        text: `${at < 3 ? 'Split the build' : 'Ask for smaller stories'}, step ${at + 1}`,
        topic: 'n1',
        note: null,
        assignee: null,
        due_on: day(ago + 7).slice(0, 10),
        status: at % 2 === 0 ? 'done' : 'open',
        reason: null,
        created_at: day(ago),
        done_at: at % 2 === 0 ? day(ago + 3) : null,
      },
    ],
    check_in: { mood, mood_after: mood?.toReversed() ?? null, worth: null },
  });
  await call(lead, ['POST', `/api/v1/teams/${teamId}/imports`], file);
}
