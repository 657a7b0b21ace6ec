// A meeting's action items on all parts of its page but the report.
import { useQuery } from '@tanstack/react-query';
import { type Action, noDetails, actionPolicy } from '@wentwell/contract/actions/actions';
import { type TopicId, ActionId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import type { Note } from '@wentwell/contract/notes/notes';
import { phaseFacts } from '@wentwell/contract/phases';
import { isInTeam } from '@wentwell/contract/teams/teams';
import { CircleCheckBig, ListPlus } from 'lucide-react';
import { type ReactNode, useState, useMemo } from 'react';

import { sortableId } from '#web/api/random-ids';
import { meetingNow } from '#web/api/server-time';
import { actionCommands, type ActionIntent } from '#web/features/actions/action-commands';
import { type ActionDraft, useDropping, actionDrafts } from '#web/features/actions/action-drafts';
import {
  type ActionTools,
  type BoardActionHandlers,
  ownersAmong,
  teamActs,
} from '#web/features/actions/action-handlers';
import { DueField, OwnerSelect, useUnassignedFirst } from '#web/features/actions/ActionFields.tsx';
import { ActionForm } from '#web/features/actions/ActionForm.tsx';
import { ActionFacts, ActionRow } from '#web/features/actions/ActionRow.tsx';
import { teamActionsQuery } from '#web/features/actions/actions.queries';
import { DropReason } from '#web/features/actions/DropReason.tsx';
import { useIsGuest } from '#web/features/auth/session.tsx';
import { teamOf } from '#web/features/members/board-names.queries';
import { useAllMembers } from '#web/features/members/members.queries';
import { useShownBoard, useUndoHistory } from '#web/live/use-board';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { preview } from '#web/ui/preview';

import { LobbyParts, useLookBackParts } from './feature-parts.tsx';
import { useMeetingParts } from './meeting-parts.ts';

import './board-actions.css';

/** The meeting's or topic's action items, with a form if the phase accepts new ones. */
export function MeetingActions(props: {
  actions: readonly Action[];
  topicId?: TopicId;
  /** Owners and days are fields, and the page has its own title. */
  isReview?: boolean;
  /** Rendered between items and form. */
  children?: ReactNode;
}): ReactNode {
  const { actions, topicId, isReview = false, children } = props;
  const { add, ...tools } = useTools();
  const { people, handlers } = tools;
  const { id, phase } = useMeetingParts().board.meeting;
  const { agreesActions } = phaseFacts[phase];
  const draftKey = `new:${id}` as const;
  const kept = add ? undefined : handlers?.drafts.read(draftKey)?.line;
  return (
    <div className="board-actions flex flex-1 flex-col gap-3">
      <Part>
        {!isReview && (
          <h3 className="quiet-title">{topicId ? 'Agreed here' : 'Agreed in this retro'}</h3>
        )}
        {actions.length > 0 ? (
          <ul aria-label="Action items" className="grid grid-cols-1 gap-2">
            {actions.map((action) => (
              <li
                key={action.id}
                className="paper animate-rise px-4 pt-3.5 pb-3 text-base font-[550]"
                data-tone="accent"
              >
                <ActionRow
                  {...tools}
                  action={action}
                  {...(isReview &&
                    handlers &&
                    action.status === 'open' && {
                      ownerField: (
                        <OwnerSelect {...{ action, people, handlers }} emphasis="named" />
                      ),
                      dueField: <DueField action={action} handlers={handlers} />,
                    })}
                />
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-soft">
            {agreesActions ? 'No actions yet.' : 'No actions yet. Agree on them in Discussing.'}
          </p>
        )}
        {!topicId && !isReview && <StillOpen />}
        {children}
        {add && handlers && (
          <ActionForm
            people={people}
            drafts={handlers.drafts}
            draftKey={draftKey}
            onSubmit={(draft) => add(draft, { ...(topicId && { topicId }) })}
          />
        )}
        {kept && (
          <p role="status" className="text-xs wrap-anywhere text-muted">
            Your text is kept: “{kept}”
          </p>
        )}
      </Part>
    </div>
  );
}

/** For members: the team's open action items from elsewhere. In joining, the page itself reviews them. */
function StillOpen(): ReactNode {
  const { board, who } = useMeetingParts();
  const { team_id, id, phase } = board.meeting;
  const filter = { status: ['open'], limit: limits.openActionsPerTeam } as const;
  const isShown = isInTeam(who) && phase !== 'joining';
  const { data } = useQuery({ ...teamActionsQuery(team_id, filter), enabled: isShown });
  const others = data?.rows.filter(({ meeting_id }) => meeting_id !== id) ?? [];
  if (!isShown || others.length === 0) return null;
  return (
    <section aria-label="Still open" className="pt-2">
      <h3 className="quiet-title">Still open {others.length}</h3>
      <ul className="divide-y divide-line border-b border-line">
        {others.map((action) => (
          <li key={action.id} className="grid gap-1 py-2 wrap-anywhere">
            <Part>
              {action.text}
              <ActionFacts action={action} />
            </Part>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function ActionOwners(props: { actions: readonly Action[] }): ReactNode {
  const { people, handlers } = useTools();
  const actions = useUnassignedFirst(props.actions);
  return (
    <ul aria-label="Action items" className="divide-y divide-line border-b border-line">
      {actions.map((action) => (
        <li key={action.id} className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 py-2">
          <Part>
            <span className="min-w-0 flex-1 basis-32 text-base wrap-anywhere text-ink">
              {action.text}
            </span>
            <span className="w-44 max-w-full">
              {handlers && <OwnerSelect {...{ action, people, handlers }} />}
            </span>
          </Part>
        </li>
      ))}
    </ul>
  );
}

/** In joining: what was agreed before. */
export function LobbyCards(): ReactNode {
  const board = useShownBoard();
  return (
    <>
      <Part>{board.since_last_time && <EarlierActions actions={board.since_last_time} />}</Part>
      <LobbyParts />
    </>
  );
}

/**
 * In joining: reviews the team's open action items from earlier meetings, with what features add. Renders nothing
 * if there were none. Once shown it stays, even after the last item is settled.
 */
function EarlierActions({ actions }: { actions: readonly Action[] }): ReactNode {
  const left = useLookBackParts();
  const { people, handlers } = useTools(actions.length > 0);
  const [wasShown, setWasShown] = useState(false);
  const [kept, setKept] = useState<ReadonlySet<Action['id']>>(new Set());
  const unseen = actions.filter(({ id }) => !kept.has(id)).length;
  const isShown = wasShown || actions.length > 0 || left !== null;
  if (isShown !== wasShown) setWasShown(isShown);
  if (!isShown) return null;
  return (
    <Card
      title="Since last time"
      description={
        actions.length === 0
          ? 'Nothing left over from earlier retros.'
          : unseen === 0
            ? "You've reviewed everything."
            : `${unseen} open action ${unseen === 1 ? 'item' : 'items'} to review`
      }
    >
      {actions.length > 0 && (
        <ul aria-label="Since last time" data-tone="accent" className="grid gap-3">
          {actions.map((action) => (
            <li key={action.id} className="paper px-4 pt-3.5 pb-4">
              <Part>
                <OpenAction
                  {...{ people, handlers }}
                  action={action}
                  isKept={kept.has(action.id)}
                  onKeep={() => setKept(new Set([...kept, action.id]))}
                />
              </Part>
            </li>
          ))}
        </ul>
      )}
      {left}
    </Card>
  );
}

function OpenAction(
  props: ActionTools & {
    action: Action;
    /** The viewer has reviewed the item and keeps it open. */
    isKept: boolean;
    onKeep: () => void;
  },
): ReactNode {
  const { action, people, handlers, isKept, onKeep } = props;
  const [isDropping, setDropping] = useDropping(handlers?.drafts, action.id);
  return (
    <div className="grid gap-2">
      <p className={`text-base wrap-anywhere ${isKept ? 'text-soft' : ''}`}>{action.text}</p>
      <ActionFacts
        action={{ ...action, meetings_seen: action.meetings_seen + 1 }}
        ownerField={handlers && <OwnerSelect {...{ action, people, handlers }} emphasis="named" />}
      />
      {handlers && (
        <div
          role="group"
          aria-label={action.text}
          className="grid grid-cols-[repeat(auto-fit,minmax(4.5rem,1fr))] gap-1.5 pr-4"
        >
          <Button size="sm" onClick={() => handlers.change(action, { status: 'done' })}>
            Done
          </Button>
          <Button size="sm" data-printed={isKept || undefined} onClick={onKeep}>
            {isKept ? 'Kept' : 'Keep'}
          </Button>
          <Button size="sm" onClick={() => setDropping(true)}>
            Drop
          </Button>
        </div>
      )}
      {handlers && isDropping && (
        <DropReason action={action} handlers={handlers} onClose={() => setDropping(false)} />
      )}
    </div>
  );
}

/** Joins the note's lines and truncates the text to the length limit of an action item. */
function actionOfNote({ content }: Pick<Note, 'content'>): ActionDraft {
  const line = content.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const isLong = line.length > limits.actionTextMax;
  const text = isLong ? `${line.slice(0, limits.actionTextMax - 1).toWellFormed()}…` : line;
  return { ...noDetails, text: text.replaceAll('\uFFFD', '') };
}

/** On a note of the action column: one click makes it an action item; says so if it is one. */
export function TrackNote(props: {
  note: Pick<Note, 'id' | 'content'>;
  topicId?: TopicId;
  /** On a card, whose height must not grow, an icon replaces the text. */
  isOnCard?: boolean;
}): ReactNode {
  const { note, topicId, isOnCard = false } = props;
  const { board } = useMeetingParts();
  const { add } = useTools(false);
  const isTracked = board.actions.some(({ note_id }) => note_id === note.id);
  if (isTracked) {
    return isOnCard ? (
      <span title="Now an action" className="inline-flex text-success-text">
        <CircleCheckBig className="size-4" />
        <span className="sr-only">Now an action</span>
      </span>
    ) : (
      <Badge tone="green" icon={<CircleCheckBig />}>
        Now an action
      </Badge>
    );
  }
  if (!add) return null;
  const track = (): void =>
    add(actionOfNote(note), { noteId: note.id, ...(topicId && { topicId }) });
  if (isOnCard) {
    return (
      <button
        type="button"
        title="Make action"
        aria-label="Make action"
        className="make-action ring-focus -my-3 -mr-3 -ml-2 inline-flex size-11 shrink-0 items-center justify-center rounded-md text-soft -outline-offset-4 hover:text-ink"
        onClick={track}
      >
        <ListPlus className="size-4" />
      </button>
    );
  }
  return (
    <Button size="sm" onClick={track}>
      Make action <span className="sr-only">“{preview(note.content, 40)}”</span>
    </Button>
  );
}

/** Possible owners are loaded only if `isChoosing`. */
export function useTools(
  isChoosing = true,
): ActionTools & { add: BoardActionHandlers['add'] | null } {
  const { board, who } = useMeetingParts();
  const { meeting } = board;
  const history = useUndoHistory();
  const isGuest = useIsGuest();
  const { members = [] } = useAllMembers(teamOf(who, meeting), isChoosing);
  const { userId } = who;
  const handlers = useMemo((): BoardActionHandlers => {
    const drafts = actionDrafts(userId);
    const commands = actionCommands({ meetingId: meeting.id }, drafts);
    const run = (intent: ActionIntent): void => void history.run(commands.create(intent));
    return {
      drafts,
      ...(!isGuest && { teamActs }),
      add: (draft, { topicId = null, noteId = null } = {}) => {
        const id = ActionId.parse(sortableId());
        run({ act: 'add', id, ...draft, topic_id: topicId, note_id: noteId });
      },
      change: ({ id, version }, change) => run({ act: 'change', id, change, version }),
      remove: ({ id }) => run({ act: 'remove', id }),
    };
  }, [history, meeting.id, userId, isGuest]);
  return {
    people: ownersAmong(members, userId),
    handlers: actionPolicy.change(who) === 'allowed' ? handlers : null,
    add: actionPolicy.addTo(who, meetingNow(meeting)) === 'allowed' ? handlers.add : null,
  };
}
