import type { Board } from '@wentwell/contract/board/snapshot';
import { checkInPolicy } from '@wentwell/contract/check-in/check-in-calls';
import type { VoteLimits } from '@wentwell/contract/discussion/votes';
import { refusalText } from '@wentwell/contract/errors';
import { GroupId, type NoteId } from '@wentwell/contract/ids';
import type { ShownStatus } from '@wentwell/contract/meetings/meetings';
import { isActionColumn } from '@wentwell/contract/notes/columns';
import { notePolicy } from '@wentwell/contract/notes/notes';
import { phaseFacts } from '@wentwell/contract/phases';
import type { TeamContext } from '@wentwell/contract/teams/teams';
import { Copy, Check, HeartPulse, Sparkles, Info, MessageSquareOff, Search } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';

import { randomId } from '#web/api/random-ids';
import { meetingNow } from '#web/api/server-time';
import { useIsGuest } from '#web/features/auth/session.tsx';
import { CheckUpResults, useShowCheckUp } from '#web/features/check-in/CheckUp.tsx';
import { ShownFrom } from '#web/features/check-in/OnlyTotals.tsx';
import { groupCommands } from '#web/features/groups/group-commands';
import { makeNoteId } from '#web/features/notes/note-actions';
import { noteCommands } from '#web/features/notes/note-commands';
import { noteDrafts } from '#web/features/notes/note-drafts';
import { VoteLimitsButton } from '#web/features/votes/VoteLimitsFields.tsx';
import { VotesLeft } from '#web/features/votes/VotesLeft.tsx';
import { useUndoHistory } from '#web/live/use-board';
import { Button } from '#web/ui/buttons/Button.tsx';
import { copyText } from '#web/ui/feedback/copy-text.tsx';
import { Kbd } from '#web/ui/layout/Kbd.tsx';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { currentPaletteCommands, usePaletteCommands } from '#web/ui/overlays/palette-commands';

import { useMeetingParts } from './meeting-parts.ts';
import { Line } from './StatusLine.tsx';

/** At the end of the line below the bar: votes left, and the lead's controls of this phase. */
export function PhaseState(props: {
  leads: boolean;
  onLimits: (change: Partial<VoteLimits>) => Promise<unknown>;
}): ReactNode {
  const { leads, onLimits } = props;
  const { board } = useMeetingParts();
  const { settings } = board.meeting;
  const { phase } = board.phase;
  const isAlone = board.presence.filter(({ isOnline }) => isOnline).length === 1;
  // Guests and the demo have no suggestions from the server and no address to share.
  const isGuest = useIsGuest();
  return (
    <>
      {(settings.check_up.length > 0 || board.check_in.check_up.length > 0) && <CheckUpButton />}
      {leads && !isGuest && isAlone && phase === 'writing' && <AloneHere />}
      {leads && !isGuest && phaseFacts[phase].groups && <GroupSuggestions />}
      {leads && (phase === 'voting' || phase === 'grouping') && (
        <VoteLimitsButton
          key={phase}
          settings={settings}
          isVoting={phase === 'voting'}
          onSave={onLimits}
        />
      )}
      {phase === 'voting' && <VotesLeft board={board} />}
      {phaseFacts[phase].groups && (
        <span className="hidden xl:flex">
          <Button
            size="sm"
            variant="ghost"
            icon={<Search />}
            // The key "/" reaches it; a further tab stop would be one more before the cards.
            tabIndex={-1}
            aria-keyshortcuts="/"
            onClick={() =>
              currentPaletteCommands()
                .find(({ id }) => id === 'filter-notes')
                ?.run()
            }
          >
            Filter
            <span aria-hidden="true">
              <Kbd>/</Kbd>
            </span>
          </Button>
        </span>
      )}
    </>
  );
}

/** Shown to the only person on a board, who waits for others. */
function AloneHere(): ReactNode {
  return (
    <>
      <span>Only you are here.</span>
      <Button
        size="sm"
        icon={<Copy />}
        onClick={() => void copyText(location.origin + location.pathname, 'Link copied')}
      >
        Copy link
      </Button>
    </>
  );
}

/** Opens the check-up's results, or lets a lead reveal them. */
function CheckUpButton(): ReactNode {
  const { board, who } = useMeetingParts();
  const { meeting, check_in: checkIn } = board;
  const [isOpen, setOpen] = useState(false);
  const mayShow = checkInPolicy.showCheckUp(who, meetingNow(meeting)) === 'allowed';
  const show = useShowCheckUp(meeting.id);
  const discuss = useDiscuss(board, who);
  const icon = <HeartPulse />;
  const label = 'Check-up results';
  const { check_up: questions } = meeting.settings;
  const { check_up: shown } = checkIn;
  const isThere = shown.length > 0 || (mayShow && questions.length > 0);
  const open = (): void => setOpen(true);
  usePaletteCommands([
    isThere && { id: 'check-up', group: 'Meeting', label, icon, isInMenu: true, run: open },
  ]);
  if (!isThere) return null;
  return (
    <>
      <Button size="sm" variant="ghost" icon={icon} onClick={open}>
        <span className="max-md:sr-only">{label}</span>
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Check-up"
        description="Widest spread first"
        size="lg"
      >
        <CheckUpResults questions={questions} shown={shown} discuss={discuss} />
        <ShownFrom />
        {mayShow && (
          <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
            <p role="status" className="text-xs text-soft">
              {show.isSuccess &&
                shown.length === 0 &&
                `No question has ${checkIn.answers_min} answers yet.`}
            </p>
            <Button variant="primary" busy={show.isPending} onClick={() => show.mutate()}>
              {shown.length > 0 ? 'Show new answers' : 'Show to everyone'}
            </Button>
          </div>
        )}
      </Dialog>
    </>
  );
}

/** Adds a question as a note, to the column for good news or for improvements. */
function useDiscuss({ meeting, notes, check_in }: Board, who: TeamContext) {
  const history = useUndoHistory();
  const { userId } = who;
  const { id: meetingId } = meeting;
  const commands = useMemo(
    () => noteCommands({ meetingId }, noteDrafts(userId, meetingId)),
    [meetingId, userId],
  );
  const whyNot = refusalText(notePolicy.add(who, meetingNow(meeting)));
  const columns = meeting.columns.filter(({ id }) => !isActionColumn(meeting.columns, id));
  return (question: string, differs: boolean): ReactNode => {
    if (notes.some(({ content }) => content === question)) {
      return (
        <span className="inline-flex items-center gap-1.5 text-sm text-soft">
          <Check className="size-4" /> On the board
        </span>
      );
    }
    const totals = check_in.check_up.find((each) => each.question === question)?.totals;
    const isGood = !differs && (totals?.mean ?? 0) >= 4;
    const tones = isGood ? ['success'] : ['warning', 'danger'];
    const column = columns.find(({ tone }) => tones.includes(tone)) ?? columns[0];
    return (
      <Button
        size="sm"
        variant={differs ? 'secondary' : 'ghost'}
        disabledReason={whyNot}
        aria-label={`Discuss this: ${question}`}
        onClick={() => {
          if (!column) return;
          const note = { id: makeNoteId(), content: question, note_type: column.id };
          void history.run(commands.create({ act: 'add', ...note }));
        }}
      >
        Discuss this
      </Button>
    );
  };
}

// Only for leads, in phases that group.
const GroupSuggestionsDialog = lazyPart(
  () => import('#web/features/suggestions/GroupSuggestionsDialog.tsx'),
  'GroupSuggestionsDialog',
);

/** The lead's button, its palette command, and their dialog. */
function GroupSuggestions(): ReactNode {
  const { meeting } = useMeetingParts().board;
  const history = useUndoHistory();
  const [isOpen, setOpen] = useState(false);
  usePaletteCommands([
    {
      id: 'suggest-groups',
      isInMenu: true,
      group: 'Meeting',
      label: 'Suggest groups',
      icon: <Sparkles />,
      keywords: ['similar', 'cluster', 'group'],
      run: () => setOpen(true),
    },
  ]);
  const commands = useMemo(() => groupCommands({ meetingId: meeting.id }), [meeting.id]);

  /** Uses the command of a drop on a card. */
  function accept(lists: readonly (readonly NoteId[])[]) {
    const made = lists.map((note_ids) => ({
      act: 'create' as const,
      id: GroupId.parse(randomId()),
      note_ids: [...note_ids],
    }));
    const undo = history.runAll(
      made.map((intent) => commands.create(intent)),
      {
        title: made.length === 1 ? 'Notes grouped' : `${made.length} groups made`,
        undoneTitle: 'Grouping undone',
      },
    );
    return { groupIds: made.map(({ id }) => id), undo };
  }

  return (
    <>
      <Button size="sm" variant="ghost" icon={<Sparkles />} onClick={() => setOpen(true)}>
        <span className="max-md:sr-only">Suggest groups</span>
      </Button>
      {/* Each opening sends a new request. */}
      {isOpen && <GroupSuggestionsDialog onAccept={accept} onClose={() => setOpen(false)} />}
    </>
  );
}

const whyNotLive: Record<Exclude<ShownStatus, 'live'>, string> = {
  planned: 'You can write notes once the meeting starts.',
  closed: 'This retro is finished.',
  canceled: 'The meeting was canceled.',
  archived: 'This retro is archived.',
  unknown: "This page is out of date. Reload it to see the meeting's status.",
};

/** Why the user can only read: the meeting is not live, or they are muted. */
export function QuietLine({ status }: { status: ShownStatus }): ReactNode {
  if (status === 'live') {
    return (
      <Line icon={<MessageSquareOff />} title="You are muted.">
        You can still read along.
      </Line>
    );
  }
  return (
    <Line icon={<Info className="text-info-text" />} title={whyNotLive[status]}>
      Live collaboration is disabled.
    </Line>
  );
}
