// Describes changes in words, for recent activity and for screen readers.
import { ActionDetails } from '@wentwell/contract/actions/actions';
import { type ActionRecord, actionType } from '@wentwell/contract/board/actions';
import { changedOf, isChanged, entersPhase } from '@wentwell/contract/board/changed';
import { commentType } from '@wentwell/contract/board/comments';
import { groupType } from '@wentwell/contract/board/groups';
import { getMeeting, meetingType, presentTimer, timerType } from '@wentwell/contract/board/meeting';
import { type NoteRecord, noteType } from '@wentwell/contract/board/notes';
import { UserId } from '@wentwell/contract/ids';
import { boardLimits } from '@wentwell/contract/limits';
import { phaseFacts, purposeOf } from '@wentwell/contract/phases';
import { countText } from '@wentwell/contract/report/meeting-report';
import { z } from 'zod';

import { statusNow } from '#web/api/server-time';
import { type Announcement, type News, say, sayCount } from '#web/board/news';
import { changedNotes, isNamed, type ShownChange, writtenComments } from '#web/board/shown-change';
import { newsOfHands } from '#web/features/hands/hand-commands';
import { newsOfThanks } from '#web/features/thanks/Thanks.tsx';
import type { PersonOf } from '#web/ui/identity/person';
import { preview } from '#web/ui/preview';

export const Activity = z.object({
  /** One change may have several lines. */
  id: z.string(),
  /** Null if nobody caused it, or if the author is hidden. */
  userId: UserId.nullable(),
  /** Caused by the timer or the meeting's end. */
  isByMeeting: z.boolean(),
  /** For example 'added a note to Went Well'. */
  action: z.string(),
  preview: z.string(),
});
export type Activity = z.infer<typeof Activity>;

function newsOfMeeting(change: ShownChange, personOf: PersonOf): News[] {
  if (!isChanged(change, meetingType) || change.command === 'timer.set') return [];
  const [before, after] = [getMeeting(change.before), getMeeting(change.after)];
  if (entersPhase(change)) {
    const { label } = phaseFacts[after.phase];
    const count = changedNotes(change).filter(({ news }) => news.includes('revealed')).length;
    const revealed = count === 0 ? '' : `${countText(count, 'note')} revealed. `;
    const sentence = `Phase: ${label}. ${revealed}${purposeOf(after.phase, after.settings)}`;
    const announcement = say(`phase ${label}`, 0, sentence);
    return [{ action: `moved on to ${label}`, isOfMeeting: true, announcement }];
  }
  const isClosed = statusNow(after) === 'closed';
  const announcement = isClosed ? say('finished', 1, 'This retro is finished.') : null;
  if (change.command === 'meeting.handOver' && before.owner_id !== after.owner_id) {
    const { owner_id: userId } = after;
    // In an anonymous meeting only leads are named.
    if (change.userId === null || change.userId === userId) {
      return [{ action: 'took the lead', userId, announcement }];
    }
    return [{ action: `handed the lead to ${personOf(userId).name}`, announcement }];
  }
  if (change.command === 'meeting.nameCoLead' || change.command === 'meeting.leave') {
    return newsOfCoLeads(change, personOf);
  }
  const action = isClosed ? 'finished the meeting' : 'changed the meeting';
  return [{ action, isOfMeeting: true, announcement }];
}

function newsOfCoLeads(change: ShownChange, personOf: PersonOf): News[] {
  const [before, after] = [getMeeting(change.before), getMeeting(change.after)];
  const nameOf = (id: UserId) => personOf(id).name;
  const told = (userId: UserId, action: string, noticedBy: UserId): News => {
    const announcement = { ...say(action, 1, `${nameOf(userId)} ${action}.`), noticedBy };
    return { action, userId, announcement };
  };
  const without = (ids: readonly UserId[], others: readonly UserId[]) =>
    ids.filter((id) => !others.includes(id));
  return [
    ...without(after.co_lead_ids, before.co_lead_ids).map((id) =>
      told(after.owner_id, `made ${nameOf(id)} a co-lead`, id),
    ),
    ...without(before.co_lead_ids, after.co_lead_ids).map((id) =>
      change.command === 'meeting.leave'
        ? told(id, 'no longer leads', id)
        : told(after.owner_id, `took the lead back from ${nameOf(id)}`, id),
    ),
  ];
}

const timerWords = {
  running: { action: 'set the timer', sentence: 'The timer is running.' },
  paused: { action: 'paused the timer', sentence: 'The timer is paused.' },
  stopped: { action: 'stopped the timer', sentence: 'The timer is stopped.' },
};

function newsOfTimer(change: ShownChange): News[] {
  // A phase change ends the timer, too.
  if (!isChanged(change, timerType) || change.command !== 'timer.set') return [];
  const { action, sentence } = timerWords[presentTimer(change.after)?.state ?? 'stopped'];
  return [{ action, isOfMeeting: true, announcement: say('timer', 1, sentence) }];
}

/** Dissolved groups first, then groups that only lost notes. */
function newsOfGroups(change: ShownChange): News[] {
  const { put, removed } = changedOf(change, groupType);
  const groups = put.map(({ id, title }) => {
    const members = change.after.all(noteType).filter(({ group_id }) => group_id === id);
    const wasMember = (note: NoteRecord) => change.before.get(noteType, note.id)?.group_id === id;
    const joined = members.filter((note) => !wasMember(note)).length;
    const announcement = say(`group ${id}`, 4, `Group ${title}: ${members.length} notes.`);
    return { joined, news: { action: 'grouped notes', quote: title, announcement } };
  });
  return [
    ...removed.map(({ id }) => ({
      action: 'dissolved a group',
      announcement: say(`group ${id}`, 4, 'A group was dissolved.'),
    })),
    ...groups.toSorted((a, b) => a.joined - b.joined).map(({ news }) => news),
  ];
}

function newsOfNotes(change: ShownChange, personOf: PersonOf): News[] {
  const { columns, settings } = getMeeting(change.after);
  const saved = changedNotes(change).flatMap(({ note, news, previous }): News[] => {
    const index = columns.findIndex(({ id }) => id === note.note_type);
    const title = columns[index]?.title;
    const to = title === undefined ? '' : ` to ${title}`;
    // New notes are announced per column, from left to right.
    const [topic, rank] = [`new in ${note.note_type}`, 2 + index / 100];
    const added = title === undefined ? null : sayCount(topic, rank, ['new note', ` in ${title}`]);
    const words = {
      added: [{ action: `added a note${to}`, announcement: added }],
      moved: [
        { action: `moved a note${to}`, announcement: sayCount('moved', 4, ['note', ' moved']) },
      ],
      edited: [
        { action: 'edited a note', announcement: sayCount('edited', 3, ['note', ' edited']) },
      ],
      // The announcements of the group and of the phase cover it.
      regrouped: [],
      revealed: [],
    };
    // Notes of an anonymous meeting name nobody (docs/retro.md R-176).
    const about = { quote: note.content, ...(settings.anonymous && { userId: null }) };
    if (isNamed(note, previous)) {
      const { author_id: userId } = note;
      const sentence = `${personOf(userId).name} signed a note.`;
      const announcement = say(`signed ${note.id}`, 3, sentence);
      return [{ ...about, action: 'signed a note', userId, announcement }];
    }
    return news.flatMap((each) => words[each]).map((each) => ({ ...each, ...about }));
  });
  const announcement = sayCount('deleted', 5, ['note', ' deleted']);
  const deleted = { action: 'deleted a note', announcement };
  return [...saved, ...changedOf(change, noteType).removed.map(() => deleted)];
}

function newsOfComments(change: ShownChange): News[] {
  const written = writtenComments(change).map(({ id, content: quote }) => {
    if (change.before.get(commentType, id)) return { action: 'edited a comment', quote };
    return {
      action: 'commented',
      quote,
      announcement: sayCount('comments', 4, ['new comment', '']),
    };
  });
  // A deleted note takes its comments with it.
  const deleted = changedOf(change, commentType).removed.filter(({ note_id }) =>
    change.after.get(noteType, note_id),
  );
  return [...written, ...deleted.map(() => ({ action: 'deleted a comment' }))];
}

const editedFields = [...ActionDetails.keyof().options, 'status', 'reason'] as const;

function verbOf(action: ActionRecord, before: ActionRecord | undefined): string | null {
  const { status } = action;
  if (status === 'done' && before?.status !== status) return 'finished';
  if (status === 'dropped' && before?.status !== status) return 'dropped';
  if (!before) return 'added';
  return editedFields.some((field) => action[field] !== before[field]) ? 'changed' : null;
}

function newsOfActions(change: ShownChange, personOf: PersonOf): News[] {
  // Action items of earlier meetings appear and disappear with joining.
  if (isChanged(change, meetingType)) return [];
  const { put, removed } = changedOf(change, actionType);
  const isDeleted = change.command === 'action.remove' || change.command === 'action.showDeleted';
  const told = (verb: string, { id, text, assignee_id }: ActionRecord): News => {
    const owner = assignee_id === null ? 'Nobody' : personOf(assignee_id).name;
    const sentence = `Action item ${verb}: ${text}. Owner: ${owner}.`;
    return {
      action: `${verb} an action item`,
      quote: text,
      announcement: say(`action ${id}`, 4, sentence),
    };
  };
  return [
    ...put.flatMap((action) => {
      const verb = verbOf(action, change.before.get(actionType, action.id));
      return verb === null ? [] : [told(verb, action)];
    }),
    // An action item of an earlier meeting also leaves the board when finished or dropped.
    ...removed.map((action) =>
      isDeleted ? { action: 'deleted an action item' } : told('closed', action),
    ),
  ];
}

export function noticesTo(changes: readonly ShownChange[], personOf: PersonOf, me: UserId) {
  const news = changes.flatMap((change) => newsOf(change, personOf));
  return news.flatMap(({ announcement }) => {
    if (announcement?.noticedBy !== me || announcement.notice === undefined) return [];
    return [{ id: announcement.topic, title: announcement.notice }];
  });
}

function newsOf(change: ShownChange, personOf: PersonOf): News[] {
  return [
    ...newsOfMeeting(change, personOf),
    ...newsOfTimer(change),
    ...newsOfHands(change, personOf),
    ...newsOfThanks(change, personOf),
    ...newsOfGroups(change),
    ...newsOfNotes(change, personOf),
    ...newsOfComments(change),
    ...newsOfActions(change, personOf),
  ];
}

/** Oldest first. */
export function activitiesOf(change: ShownChange, personOf: PersonOf): Activity[] {
  return newsOf(change, personOf).map(
    ({ action, quote = '', userId = change.userId, isOfMeeting = false }, index) => ({
      id: `${change.seq}.${index}`,
      userId,
      isByMeeting: isOfMeeting && change.userId === null,
      action,
      preview: preview(quote, boardLimits.activityPreview),
    }),
  );
}

/** One announcement to `me` for many changes; empty if none matters. */
export function summarise(changes: readonly ShownChange[], personOf: PersonOf, me: UserId): string {
  const topics = new Map<string, Announcement & { count: number }>();
  for (const { announcement } of changes.flatMap((change) => newsOf(change, personOf))) {
    if (!announcement || announcement.noticedBy === me) continue;
    const { topic } = announcement;
    topics.set(topic, { ...announcement, count: (topics.get(topic)?.count ?? 0) + 1 });
  }
  return [...topics.values()]
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ sentence, count }) => sentence(count))
    .join(' ');
}
