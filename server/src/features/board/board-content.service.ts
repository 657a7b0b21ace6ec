// What of a board is the same for all who see it at one seq, and what two kinds of readers see of its notes.
import { isAuthor, type Viewer } from '@wentwell/contract/author-keys';
import type { Note } from '@wentwell/contract/notes';

import { readBoardRows } from '#server/board/board-rows';
import { toBoardActions } from '#server/features/actions/actions.table';
import { toGroups } from '#server/features/groups/groups.table';
import type { MeetingRow } from '#server/features/meetings/meetings.table';
import { noteFor, type NoteRow, toLoggedNote } from '#server/features/notes/notes.table';
import { placeVotes } from '#server/features/votes/votes.table';
import type { Queries } from '#server/platform/db/database';

/** What a reader sees of each note: one object for its author and one for the others, so that it is encoded once. */
function noteViews(rows: readonly NoteRow[]): (viewer: Viewer | null) => Note[] {
  const views = rows.map((row) => {
    const logged = toLoggedNote(row);
    const ofOthers = noteFor(logged, null);
    const isAlike = !row.hidden && row.authorHash === null;
    return { logged, ofOthers, own: isAlike ? ofOthers : null };
  });
  return (viewer) =>
    views.map((view) => {
      if (!isAuthor(view.logged, viewer)) return view.ofOthers;
      return (view.own ??= noteFor(view.logged, viewer));
    });
}

/** What of a board its seq alone decides. Whoever asks may see it; `meeting` was read in the transaction of `queries`. */
export async function readBoardContent(queries: Queries, meeting: MeetingRow) {
  const rows = await readBoardRows(queries, meeting.id);
  const actions = await toBoardActions(queries, meeting, rows.actions);
  return {
    rows: { ...rows, votes: placeVotes(rows) },
    actions,
    groups: toGroups(rows.groups, rows.notes),
    notesFor: noteViews(rows.notes),
  };
}
/** Never changed: many answers share it. */
export type BoardContent = Awaited<ReturnType<typeof readBoardContent>>;
