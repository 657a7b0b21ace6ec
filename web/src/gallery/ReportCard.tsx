import { noCheckIn } from '@wentwell/contract/check-in';
import { defaultColumns } from '@wentwell/contract/columns';
import { GroupId, NoteId, UserId } from '@wentwell/contract/ids';
import { meetingReport } from '@wentwell/contract/meeting-report';
import { defaultSettings, Meeting } from '@wentwell/contract/meetings';
import { makeAction } from '@wentwell/contract/testing/actions';
import { makeNote } from '@wentwell/contract/testing/notes';
import type { ReactNode } from 'react';

import { NoteText } from '#web/features/notes/NoteText.tsx';
import { MeetingReport } from '#web/features/report/MeetingReport.tsx';

const ada = UserId.parse('0198f000-0000-7000-8000-00000000000a');
const groupId = GroupId.parse('0198f000-0000-7000-8000-0000000000aa');
const idOf = (digit: number): NoteId => NoteId.parse(`0198f000-0000-7000-8000-00000000000${digit}`);
const time = '2026-03-02T09:00:00.000Z';

const meeting = Meeting.parse({
  id: '0198f000-0000-7000-8000-000000000001',
  name: 'Sprint 12 retrospective',
  team_id: '0198f000-0000-7000-8000-000000000002',
  owner_id: ada,
  start_time: time,
  end_time: '2026-03-02T10:02:00.000Z',
  phase: 'closing_ready',
  status: 'closed',
  settings: defaultSettings,
  columns: defaultColumns,
  version: 1,
  created_at: time,
  updated_at: time,
});

const report = meetingReport(
  {
    meeting,
    notes: [
      makeNote({ id: idOf(1), group_id: groupId, content: 'Builds take half an hour' }),
      makeNote({ id: idOf(2), group_id: groupId, content: 'הפגישות קצרות יותר' }),
      makeNote({ id: idOf(3), content: `A topic that goes on. ${'And on. '.repeat(30)}` }),
      makeNote({ id: idOf(4), content: '🎉🎉🎉' }),
      makeNote({ id: idOf(5), note_type: 'action', content: 'A note that nobody tracks' }),
    ],
    check_in: noCheckIn,
    groups: [
      {
        id: groupId,
        title: 'Builds',
        title_is_custom: true,
        column_id: 'to_improve',
        note_ids: [idOf(1), idOf(2)],
        version: 1,
      },
    ],
    votes: {
      mine: {},
      left: 5,
      voted: [],
      totals: { [groupId]: { votes: 8, voters: 3 }, [idOf(3)]: { votes: 1, voters: 1 } },
    },
    discussion: {
      order: [groupId, idOf(3), idOf(4)],
      current: null,
      current_since: null,
      parked: [idOf(4)],
      discussed: { [groupId]: 754, [idOf(3)]: 40 },
      more_time: [],
      go_on: [],
    },
    comments: {},
    actions: [
      makeAction({
        text: 'Split the pipeline',
        topic_id: groupId,
        assignee_id: ada,
        due_on: '2026-03-20',
      }),
    ],
  },
  ({ title }) => title,
);

/** The report on a meeting: a group, a long topic, one that was parked, action items of both kinds. */
export function ReportCard(): ReactNode {
  return (
    <MeetingReport
      report={report}
      teamName="Rocket"
      personOf={(id) => ({ id: id ?? '', name: id === ada ? 'Ada Lovelace' : 'Grace Hopper' })}
      textOf={(content) => <NoteText content={content} />}
    />
  );
}
