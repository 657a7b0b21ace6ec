import type { Board } from '@wentwell/contract/board/snapshot';
import type { UserId } from '@wentwell/contract/ids';
import type { Meeting } from '@wentwell/contract/meetings/meetings';
import { type ReactNode, useEffect, useRef, useState } from 'react';

import { serverNow, statusNow } from '#web/api/server-time';
import { isByOthers } from '#web/board/by-others';
import type { ShownChange } from '#web/board/shown-change';
import { actionDrafts } from '#web/features/actions/action-drafts';
import { commentDrafts } from '#web/features/comments/comment-drafts';
import { noteDrafts } from '#web/features/notes/note-drafts';
import type { BoardClient } from '#web/live/board-client';
import { onLoss } from '#web/live/loss';
import { SmallPart } from '#web/ui/feedback/ErrorBoundary.tsx';
import { toast } from '#web/ui/feedback/toast';
import type { PersonOf } from '#web/ui/identity/person';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';
import { openModals } from '#web/ui/overlays/modal-focus';
import { preview } from '#web/ui/preview';
import { useStableCallback } from '#web/ui/use-stable-callback';

import { noticesTo, summarise } from './change-words.ts';
import { keepLostTexts } from './lost-history.ts';
import { useMeetingParts } from './meeting-parts.ts';
import { OvertakenDrops } from './overtaken-drops.ts';
import { type ActivityState, StoredActivity } from './stored-activity.ts';

const announceEveryMs = 2000;

interface Announced {
  client: BoardClient;
  me: UserId;
  personOf: PersonOf;
}

/** Announces others' changes to screen readers as one sentence, at most every two seconds. */
function Announcer({ client, me, ...props }: Announced): ReactNode {
  const personOf = useStableCallback(props.personOf);
  const [text, setText] = useState('');
  useEffect(() => {
    let pending: ShownChange[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    function announce(): void {
      timer = undefined;
      const sentence = summarise(pending, personOf, me);
      pending = [];
      // Cleared, because screen readers would find the old sentence when reading on.
      setText(sentence);
      if (sentence !== '') timer = setTimeout(announce, announceEveryMs);
    }
    const stop = client.subscribeToAllChanges((changes, before) => {
      const boards = { before, now: client.getSnapshot().board };
      pending.push(...changes.filter((change) => isByOthers(change, me, boards)));
      if (timer === undefined) announce();
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [client, me, personOf]);
  return (
    <div aria-live="polite" className="sr-only">
      {text}
    </div>
  );
}

/** Notifies all users of a new owner, and the user of becoming or ceasing to be a co-lead. */
function useLeadNotice({ client, me, personOf }: Announced, meeting: Meeting): void {
  const { owner_id: ownerId } = meeting;
  const isCoLead = meeting.co_lead_ids.includes(me);
  // As shown before this code loaded.
  const first = client.earlierPublications.find(({ now }) => now !== null)?.now?.meeting ?? meeting;
  const announced = useRef({ ownerId: first.owner_id, isCoLead: first.co_lead_ids.includes(me) });
  useEffect(() => {
    const before = announced.current;
    announced.current = { ownerId, isCoLead };
    const isNewLead = before.ownerId !== ownerId;
    const isOfMe = before.isCoLead !== isCoLead && ownerId !== me;
    if (!isNewLead && !isOfMe) return;
    // Only leads may revert a phase.
    toast.dismiss('phase-moved');
    const { name } = personOf(ownerId);
    const ofMe = isCoLead ? `${name} made you a co-lead.` : `${name} took the lead back from you.`;
    const ofOwner =
      ownerId === me ? 'You now lead this meeting.' : `${name} now leads this meeting.`;
    toast.info({ id: 'meeting-owner', title: isOfMe ? ofMe : ofOwner });
  }, [isCoLead, ownerId, me, personOf]);
}

/** Changes that concern the user, such as a turn from a lead, or a move of a note right after theirs. */
function useNotices({ client, me, personOf }: Announced): void {
  const [drops] = useState(() => new OvertakenDrops(me));
  useEffect(
    () =>
      client.subscribeToAllChanges((changes) => {
        for (const notice of noticesTo(changes, personOf, me)) toast.info(notice);
        for (const change of changes) {
          const [overtaken] = drops.onChange(change, Date.parse(change.timestamp));
          if (!overtaken) continue;
          const { note, by } = overtaken;
          toast.info({
            id: 'overtaken',
            title: `${personOf(by).name} moved “${preview(note.content, 30)}” after you`,
            description: 'Their change came last, so it stands.',
          });
        }
      }),
    [client, drops, me, personOf],
  );
}

/** Notifies the user of lost changes, and where their texts are. */
function useLossNotice(client: BoardClient, me: UserId): void {
  useEffect(
    () =>
      onLoss(client, ({ changes, ...boards }) => {
        const meetingId = boards.after.meeting.id;
        const kept = keepLostTexts(boards, me, {
          notes: noteDrafts(me, meetingId),
          comments: commentDrafts(me, meetingId),
          actions: actionDrafts(me),
        });
        toast.warning({
          id: 'history-lost',
          title: `The database lost ${changes} ${changes === 1 ? 'change' : 'changes'} in the last few minutes`,
          ...(kept > 0 && { description: 'Your texts are kept as drafts.' }),
          duration: 7000,
        });
      }),
    [client, me],
  );
}

/** Notifies the user of relevant changes by others, and screen readers of all. */
function Notices(): ReactNode {
  const { client, board, who, personOf } = useMeetingParts();
  const { meeting } = board;
  const me = who.userId;
  const announced = { client, me, personOf };
  useLeadNotice(announced, meeting);
  useNotices(announced);
  useLossNotice(client, me);
  return <Announcer {...announced} />;
}

/** All parts that process publications from before this code loaded. Afterwards the client drops them. */
export function CaughtUp({ activity }: { activity: ActivityState | null }): ReactNode {
  const { client } = useMeetingParts();
  // Runs after the effects of the parts below.
  useEffect(() => client.dropEarlierPublications(), [client]);
  return (
    <SmallPart>
      <Notices />
      <EndOfMeeting />
      {activity && <StoredActivity {...activity} />}
    </SmallPart>
  );
}

const EndMoment = lazyPart(() => import('./EndMoment.tsx'), 'EndMoment');

/** A page that slept through the end shows the report directly. */
const newsMs = 30_000;

/** A dialog with a typed text must not be covered. */
function isDialogWritten(): boolean {
  const fields = openModals.top?.querySelectorAll('textarea') ?? [];
  return [...fields].some(({ value }) => value !== '');
}

/** The last board shown before this code loaded. */
function lastLive(client: BoardClient): Board | null {
  const live = client.earlierPublications.findLast(({ now }) => now?.meeting.status === 'live');
  return live?.now ?? null;
}

/** Distinguishes pages present at the end from pages opened later. */
function EndOfMeeting(): ReactNode {
  const { client, board, personOf } = useMeetingParts();
  const { meeting, presence } = board;
  const status = statusNow(meeting);
  const isLive = status === 'live';
  // A meeting that is over has no presence.
  const [last, setLast] = useState(() => {
    const before = lastLive(client);
    return before ? { isLive: true, presence: before.presence } : { isLive, presence };
  });
  const [isShown, setShown] = useState(false);
  const [waits, setWaits] = useState(false);
  if (last.isLive !== isLive || (isLive && last.presence !== presence)) {
    setLast({ isLive, presence: isLive ? presence : last.presence });
    const sinceEnd = serverNow().getTime() - Date.parse(meeting.end_time ?? '');
    setShown(last.isLive && status === 'closed' && sinceEnd < newsMs);
    setWaits(isDialogWritten());
  }
  useEffect(() => {
    if (!waits) return undefined;
    const observer = new MutationObserver(() => setWaits(isDialogWritten()));
    observer.observe(document.body, { childList: true });
    return () => observer.disconnect();
  }, [waits]);
  const here = last.presence.filter(({ isOnline }) => isOnline);
  return (
    <EndMoment
      open={isShown && !waits}
      onOver={() => setShown(false)}
      people={here.map(({ userId }) => personOf(userId))}
    />
  );
}
