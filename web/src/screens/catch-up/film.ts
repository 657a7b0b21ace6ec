// Splits a finished retro into steps, from its report only.
import type { Column } from '@wentwell/contract/notes/columns';
import type { Note } from '@wentwell/contract/notes/notes';
import type { MeetingReport, ReportTopic } from '@wentwell/contract/report/meeting-report';

export type Scene =
  | { kind: 'start' }
  | { kind: 'notes'; columns: readonly { column: Column; notes: readonly Note[] }[] }
  | { kind: 'groups'; groups: readonly ReportTopic[] }
  | { kind: 'votes'; topics: readonly ReportTopic[] }
  | { kind: 'topic'; topic: ReportTopic }
  | { kind: 'actions' }
  | { kind: 'add' };

/** The report shows the others. */
export const cardsPerScene = 12;
const topicScenes = 6;

export function scenesOf(
  { meeting, topics, notDiscussed, votes }: MeetingReport,
  { notes, mayAdd }: { notes: readonly Note[]; mayAdd: boolean },
): Scene[] {
  const all = [...topics, ...notDiscussed];
  const groups = all.filter((topic) => topic.notes.length > 1);
  const voted = all
    .filter((topic) => (topic.votes?.votes ?? 0) > 0)
    .toSorted((a, b) => (b.votes?.votes ?? 0) - (a.votes?.votes ?? 0));
  const columns = meeting.columns.flatMap((column) => {
    const own = notes
      .filter(({ note_type }) => note_type === column.id)
      .toSorted((a, b) => a.position - b.position);
    return own.length > 0 ? [{ column, notes: own }] : [];
  });
  return [
    { kind: 'start' },
    ...(columns.length > 0 ? [{ kind: 'notes', columns } as const] : []),
    // Votes show the groups' names, too.
    ...(votes > 0
      ? [{ kind: 'votes', topics: voted } as const]
      : groups.length > 0
        ? [{ kind: 'groups', groups } as const]
        : []),
    ...topics.slice(0, topicScenes).map((topic) => ({ kind: 'topic', topic }) as const),
    { kind: 'actions' },
    ...(mayAdd ? [{ kind: 'add' } as const] : []),
  ];
}

export function titleOfScene(scene: Scene, { meeting }: MeetingReport): string {
  switch (scene.kind) {
    case 'start':
      return meeting.name;
    case 'notes':
      return 'What we wrote';
    case 'groups':
      return 'What belongs together';
    case 'votes':
      return 'What mattered most';
    case 'topic':
      return scene.topic.title.trim().split('\n', 1)[0] ?? '';
    case 'actions':
      return 'What we agreed on';
    case 'add':
      return 'Your turn';
  }
}
