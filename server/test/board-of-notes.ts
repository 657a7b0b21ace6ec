// A board in grouping with many revealed notes, inserted directly because a thousand calls take long.
import { NoteId } from '@wentwell/contract/ids';
import { ColumnId } from '@wentwell/contract/notes/columns';

import { notes } from '#server/features/notes/notes.table';
import { newId } from '#server/platform/ids';

import { buildMeetingScene, type SceneOptions } from './meeting-scene.ts';
import { renewBoard } from './renew-board.ts';

/** Positions follow the order of the texts. */
export async function buildBoardOfNotes(texts: readonly string[], options: SceneOptions = {}) {
  const scene = await buildMeetingScene({ phase: 'grouping', ...options });
  const { app, meeting, team, member } = scene;
  const rows = texts.map((content, position) => ({
    id: newId(NoteId),
    meetingId: meeting.id,
    teamId: team.id,
    authorId: member.id,
    content,
    noteType: ColumnId.parse('went_well'),
    hidden: false,
    position,
  }));
  if (rows.length > 0) await app.db.insert(notes).values(rows);
  await renewBoard(app, meeting);
  return { ...scene, ids: rows.map(({ id }) => id) };
}
