import type { Board } from '@wentwell/contract/board/snapshot';
import { checkInPolicy } from '@wentwell/contract/check-in/check-in-calls';
import { refusalText } from '@wentwell/contract/errors';
import { isActionColumn } from '@wentwell/contract/notes/columns';
import { notePolicy } from '@wentwell/contract/notes/notes';
import type { TeamContext } from '@wentwell/contract/teams/teams';
import { Check, HeartPulse } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';

import { meetingNow } from '#web/api/server-time';
import { useShowCheckUp } from '#web/features/check-in/check-in.queries';
import { CheckUpResults } from '#web/features/check-in/CheckUp.tsx';
import { makeNoteId } from '#web/features/notes/note-actions';
import { noteCommands } from '#web/features/notes/note-commands';
import { noteDrafts } from '#web/features/notes/note-drafts';
import { useUndoHistory } from '#web/live/use-board';
import { Button } from '#web/ui/buttons/Button.tsx';
import { useCommands } from '#web/ui/overlays/commands';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';

import { useMeetingParts } from './meeting-parts.ts';

/** Opens the check-up's results, or lets a lead reveal them. */
export function CheckUpButton(): ReactNode {
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
  useCommands(
    isThere ? [{ id: 'check-up', group: 'Meeting', label, icon, isInMenu: true, run: open }] : [],
  );
  if (!isThere) return null;
  return (
    <>
      <Button size="sm" variant="ghost" icon={icon} onClick={open}>
        <span className="text-xs max-md:sr-only">{label}</span>
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Check-up"
        description="Widest spread first"
        size="lg"
      >
        <CheckUpResults questions={questions} shown={shown} discuss={discuss} />
        {mayShow && (
          <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
            <p role="status" className="text-xs text-soft">
              {show.isSuccess && shown.length === 0
                ? `No question has ${checkIn.answers_min} answers yet.`
                : `A question shows from ${checkIn.answers_min} answers on; later answers join ${checkIn.answers_min} at a time.`}
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
