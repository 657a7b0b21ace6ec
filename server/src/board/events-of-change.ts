// The events that tell a board's clients and its history of a change, in the order in which they are applied.
import type { BoardEvent } from '@wentwell/contract/board-features';
import { actionType, presentActions, ShownActions } from '@wentwell/contract/board/actions';
import type { BoardState } from '@wentwell/contract/board/board';
import { canonicalJson } from '@wentwell/contract/board/canonical-json';
import type { Change } from '@wentwell/contract/board/change';
import {
  type ChangedBoard,
  changedOf,
  ends,
  isChanged,
  isLedOn,
} from '@wentwell/contract/board/changed';
import { checkInType, presentCheckIn } from '@wentwell/contract/board/check-in';
import type { Command } from '@wentwell/contract/board/command';
import { type CommentRecord, commentType } from '@wentwell/contract/board/comments';
import { discussionType, presentDiscussion } from '@wentwell/contract/board/discussion';
import { groupType, presentGroups } from '@wentwell/contract/board/groups';
import { presentMarks, readyType, turnType, votedType } from '@wentwell/contract/board/marks';
import {
  getMeeting,
  meetingType,
  presentMeeting,
  presentPhase,
  presentTimer,
  timerType,
} from '@wentwell/contract/board/meeting';
import { type NoteRecord, noteType, sortByPosition } from '@wentwell/contract/board/notes';
import { type ReactionRecord, reactionType } from '@wentwell/contract/board/reactions';
import { fieldsOf } from '@wentwell/contract/board/record';
import { countVotes, tallyType, voteType } from '@wentwell/contract/board/votes';
import type { LoggedComment } from '@wentwell/contract/comments';
import type { GroupId } from '@wentwell/contract/ids';
import { movedData, noteData } from '@wentwell/contract/note-events';
import type { LoggedNote } from '@wentwell/contract/notes';
import { topicIdOf } from '@wentwell/contract/topics';
import { showsTotals, votesLeft } from '@wentwell/contract/votes';

/** The command tells what it was about where the change alone does not. */
interface CommandedChange extends ChangedBoard<Change> {
  command: Command;
}

export interface ChangeEvent {
  event: BoardEvent;
  /** Follows from a change that no full history may refuse. */
  isKept: boolean;
  /** Nobody is named beside it. */
  isUnnamed?: boolean;
}

const [kept, refusable] = [true, false];

function meetingEvent(changed: ChangedBoard<Change>): ChangeEvent[] {
  const { before, after } = changed;
  if (!isChanged(changed, meetingType)) return [];
  const data = { meeting: presentMeeting(after), phase: presentPhase(after) };
  if (isLedOn(changed)) return [{ event: { type: 'phase_changed', data }, isKept: kept }];
  const isHandedOver =
    changed.patch.cause.command === 'meeting.handOver' &&
    getMeeting(before).owner_id !== getMeeting(after).owner_id;
  const event: BoardEvent = {
    type: 'meeting_updated',
    data: { ...data, ...(isHandedOver && { has_new_owner: true }) },
  };
  return [{ event, isKept: kept }];
}

function timerEvent(changed: ChangedBoard): ChangeEvent[] {
  if (!isChanged(changed, timerType) || isChanged(changed, meetingType)) return [];
  const data = { timer: presentTimer(changed.after) };
  return [{ event: { type: 'timer_changed', data }, isKept: kept }];
}

function loggedNote(note: NoteRecord): LoggedNote {
  return fieldsOf(note);
}

/** Groups that notes only leave come first: a client never sees a note in two groups. */
function groupEvents(changed: ChangedBoard): ChangeEvent[] {
  const { patch, before, after } = changed;
  const { put, removed } = changedOf(changed, groupType);
  if (put.length + removed.length === 0) return [];
  const isKept = patch.remove.some(({ type }) => type === noteType.type);
  const notes = changedOf(changed, noteType).put.filter(
    (note) => before.get(noteType, note.id)?.group_id !== note.group_id,
  );
  const cameFrom = (id: GroupId) =>
    sortByPosition(notes.filter((note) => before.get(noteType, note.id)?.group_id === id));
  const joined = (id: GroupId) => sortByPosition(notes.filter((note) => note.group_id === id));
  const alone = (note: NoteRecord) => loggedNote({ ...note, group_id: null });
  const presented = new Map(presentGroups(after).map((group) => [group.id, group]));
  const dissolved = removed.map(({ id }) => {
    const data = { group_id: id, deleted: true as const, notes: cameFrom(id).map(alone) };
    return { event: { type: 'group_changed' as const, data }, isKept };
  });
  const remaining = put
    .toSorted((a, b) => joined(a.id).length - joined(b.id).length)
    .flatMap(({ id }) => {
      const group = presented.get(id);
      if (!group) return [];
      const moved = [...cameFrom(id).map(alone), ...joined(id).map(loggedNote)];
      const data = { group, notes: moved };
      return [{ event: { type: 'group_changed' as const, data }, isKept }];
    });
  return [...dissolved, ...remaining];
}

function noteEvents(changed: ChangedBoard): ChangeEvent[] {
  const { put, removed } = changedOf(changed, noteType);
  const { before, after } = changed;
  const isUnnamed = getMeeting(after).settings.anonymous;
  const events = put.flatMap((note): BoardEvent[] => {
    const previous = before.get(noteType, note.id);
    const logged = loggedNote(note);
    if (!previous) return [{ type: 'note_created', data: noteData(logged) }];
    if (previous.hidden && !note.hidden) return [];
    return [
      ...(previous.note_type === note.note_type
        ? []
        : [{ type: 'note_moved' as const, data: movedData(logged) }]),
      ...(previous.content === note.content
        ? []
        : [{ type: 'note_updated' as const, data: noteData(logged) }]),
    ];
  });
  const deleted = removed.map(({ id }) => ({
    event: { type: 'note_deleted' as const, data: { note_id: id } },
    isKept: kept,
  }));
  return [...events.map((event) => ({ event, isKept: refusable, isUnnamed })), ...deleted];
}

/** The reveal: one event carries all texts (docs/retro.md R-23). */
function revealEvent(changed: ChangedBoard): ChangeEvent[] {
  const revealed = changedOf(changed, noteType).put.filter(
    ({ id, hidden }) => !hidden && changed.before.get(noteType, id)?.hidden,
  );
  if (revealed.length === 0) return [];
  const data = { notes: revealed.map(loggedNote) };
  const isUnnamed = revealed.some(({ author_id }) => author_id === null);
  return [{ event: { type: 'notes_revealed', data }, isKept: kept, isUnnamed }];
}

function loggedComments(board: BoardState, comments: readonly CommentRecord[]): LoggedComment[] {
  return comments.flatMap((comment) => {
    const note = board.get(noteType, comment.note_id);
    return note ? [{ ...fieldsOf(comment), topic_id: topicIdOf(note) }] : [];
  });
}

/** Comments that a deleted note leaves to another one of its group. */
function inheritedEvent(changed: ChangedBoard): ChangeEvent[] {
  const { patch, before, after } = changed;
  const isDeletion = patch.remove.some(({ type }) => type === noteType.type);
  const { put } = changedOf(changed, commentType);
  if (!isDeletion || put.length === 0) return [];
  // The groups that they are in at this place of the order.
  const comments = put.flatMap((comment) => {
    const note = before.get(noteType, comment.note_id) ?? after.get(noteType, comment.note_id);
    return note ? [{ ...fieldsOf(comment), topic_id: topicIdOf(note) }] : [];
  });
  return [{ event: { type: 'comments_placed', data: { comments } }, isKept: kept }];
}

function commentEvents(changed: ChangedBoard): ChangeEvent[] {
  const { patch, after } = changed;
  const { put, removed } = changedOf(changed, commentType);
  const alone = removed.filter(({ note_id }) => after.get(noteType, note_id));
  const deleted = alone.map(({ id }) => ({
    event: { type: 'comment_changed' as const, data: { comment_id: id, deleted: true as const } },
    isKept: kept,
  }));
  // Those that a deleted note has left are told of before it.
  if (patch.remove.some(({ type }) => type === noteType.type)) return deleted;
  const comments = loggedComments(after, put);
  if (changedOf(changed, noteType).put.length > 0) {
    const placed: BoardEvent = { type: 'comments_placed', data: { comments } };
    return [...(comments.length > 0 ? [{ event: placed, isKept: refusable }] : []), ...deleted];
  }
  const events = comments.map((comment) => ({
    event: { type: 'comment_changed' as const, data: { topic_id: comment.topic_id, comment } },
    isKept: refusable,
  }));
  return [...events, ...deleted];
}

function reactionEvent(
  board: BoardState,
  { note_id, emoji }: Pick<ReactionRecord, 'note_id' | 'emoji'>,
): BoardEvent {
  const by = board
    .all(reactionType)
    .filter((each) => each.note_id === note_id && each.emoji === emoji);
  const hashes = by.flatMap(({ author_hash }) => author_hash ?? []).toSorted();
  const data = {
    note_id,
    emoji,
    count: by.length,
    by: by.flatMap(({ user_id }) => user_id ?? []).toSorted(),
    ...(hashes.length > 0 && { by_hash: hashes }),
  };
  return { type: 'reaction_changed', data };
}

/** A restored note has its reactions again. */
function reactionEvents(changed: ChangedBoard): ChangeEvent[] {
  const { before, after } = changed;
  const { put, removed } = changedOf(changed, reactionType);
  const restored = new Set(
    changedOf(changed, noteType)
      .put.filter(({ id }) => !before.get(noteType, id))
      .map(({ id }) => id),
  );
  const again =
    restored.size === 0
      ? []
      : after.all(reactionType).filter(({ note_id }) => restored.has(note_id));
  const touched = [...put, ...removed, ...again];
  const unique = new Map(touched.map((each) => [`${each.note_id} ${each.emoji}`, each]));
  return [...unique.values()]
    .toSorted((a, b) => (a.emoji < b.emoji ? -1 : 1))
    .filter(({ note_id }) => after.get(noteType, note_id))
    .map((each) => ({ event: reactionEvent(after, each), isKept: put.length === 0 }));
}

function totalsOf(board: BoardState) {
  return Object.fromEntries(
    board.all(tallyType).map(({ id, votes, voters }) => [id, { votes, voters }]),
  );
}

/** The votes of everybody for whom the change gives other ones, or another place. */
function changedBallots({ before, after }: ChangedBoard) {
  if (before.all(voteType).length + after.all(voteType).length === 0) return {};
  const { settings } = getMeeting(after);
  const [was, is] = [countVotes(before), countVotes(after)];
  const entries = [...new Set([...was.keys(), ...is.keys()])].flatMap((userId) => {
    const mine = is.get(userId) ?? {};
    if (canonicalJson(was.get(userId) ?? {}) === canonicalJson(mine)) return [];
    return [[userId, { mine, left: votesLeft(mine, settings) }] as const];
  });
  return Object.fromEntries(entries);
}

function votesEvent(changed: ChangedBoard): ChangeEvent[] {
  const { after } = changed;
  const isOfMeeting = isChanged(changed, meetingType);
  const voted = presentMarks(after, votedType);
  const hasTotals = showsTotals(getMeeting(after)) && isChanged(changed, tallyType);
  const totals = hasTotals ? totalsOf(after) : null;
  const ballots = isOfMeeting ? {} : changedBallots(changed);
  const hasBallots = Object.keys(ballots).length > 0;
  const isMarked = !isOfMeeting && isChanged(changed, votedType);
  if (!hasBallots && !isMarked && totals === null) return [];
  const data = { ...(hasBallots && { ballots }), voted, ...(totals && { totals }) };
  // Nobody is named beside a vote.
  const isUnnamed = hasBallots;
  const isKept = !isMarked && !isChanged(changed, voteType);
  return [{ event: { type: 'votes_changed', data }, isKept, isUnnamed }];
}

function discussionEvent(changed: ChangedBoard<Change>): ChangeEvent[] {
  if (!isChanged(changed, discussionType)) return [];
  const data = { discussion: presentDiscussion(changed.after) };
  const isKept = !changed.patch.cause.command?.startsWith('discussion.');
  return [{ event: { type: 'discussion_changed', data }, isKept }];
}

function readyEvent(changed: ChangedBoard): ChangeEvent[] {
  if (!isChanged(changed, readyType) || isChanged(changed, meetingType)) return [];
  const data = { ready: presentMarks(changed.after, readyType) };
  return [{ event: { type: 'ready_changed', data }, isKept: refusable }];
}

function actionEvents(changed: CommandedChange): ChangeEvent[] {
  const { put, removed } = changedOf(changed, actionType);
  if (put.length + removed.length === 0) return [];
  if (isChanged(changed, meetingType)) {
    const { since_last_time = [] } = presentActions(changed.after);
    if (since_last_time.length === 0) return [];
    const data = { since_last_time };
    return [{ event: { type: 'since_last_time_changed', data }, isKept: kept }];
  }
  const { name, input } = changed.command;
  const shown = ShownActions.safeParse(input).data?.actions ?? [];
  // The board looked back at it while it was open.
  const finished = shown.filter(({ id }) => removed.some((each) => each.id === id));
  const isKept = name === 'action.release';
  const events = [...put.map(fieldsOf), ...finished].map((action) => ({
    event: { type: 'action_changed' as const, data: { action } },
    isKept,
  }));
  const deleted = removed
    .filter(({ id }) => !shown.some((each) => each.id === id))
    .map(({ id }) => ({
      event: { type: 'action_changed' as const, data: { action_id: id, deleted: true as const } },
      isKept: kept,
    }));
  return [...events, ...deleted];
}

function checkInEvent(changed: ChangedBoard): ChangeEvent[] {
  const isOfMeeting = isChanged(changed, meetingType);
  if (!isChanged(changed, checkInType) && (isOfMeeting || !isChanged(changed, turnType))) return [];
  const data = { check_in: presentCheckIn(changed.after) };
  return [{ event: { type: 'check_in_changed', data }, isKept: isOfMeeting }];
}

/** The end of a meeting closes the sockets: its event comes last. */
export function eventsOf(changed: CommandedChange): ChangeEvent[] {
  const meeting = meetingEvent(changed);
  const [first, last] = ends(changed) ? [[], meeting] : [meeting, []];
  return [
    ...first,
    ...timerEvent(changed),
    ...inheritedEvent(changed),
    ...groupEvents(changed),
    ...noteEvents(changed),
    ...revealEvent(changed),
    ...commentEvents(changed),
    ...reactionEvents(changed),
    ...readyEvent(changed),
    ...votesEvent(changed),
    ...discussionEvent(changed),
    ...actionEvents(changed),
    ...checkInEvent(changed),
    ...last,
  ];
}
