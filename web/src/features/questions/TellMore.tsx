// "Tell us more" (docs/retro.md ): asks the author of an anonymous note, who answers namelessly or signs the
// note. The button looks the same on own and others' notes, because a shared screen would reveal authors.
import { useMutation } from '@tanstack/react-query';
import type { Board } from '@wentwell/contract/board/snapshot';
import { CommentId, type NoteId } from '@wentwell/contract/ids';
import { Comment, CommentContent } from '@wentwell/contract/notes/comments';
import { Note } from '@wentwell/contract/notes/notes';
import { MessageSquare, PenLine } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';

import { randomId } from '#web/api/random-ids';
import { errorText, request } from '#web/api/request';
import { useSentText } from '#web/api/use-sent-text';
import { Subscribers } from '#web/subscribers';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { toast } from '#web/ui/feedback/toast';
import { Form } from '#web/ui/forms/Form.tsx';
import { TextArea } from '#web/ui/forms/TextArea.tsx';
import type { Person } from '#web/ui/identity/person';
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';
import { usePaletteCommands } from '#web/ui/overlays/palette-commands';
import { preview } from '#web/ui/preview';

const meetingPath = ({ meeting_id }: Note) => `/api/v1/meetings/${meeting_id}`;

/** The own note whose dialog is open. Cards, the discussion and a notice open it. */
let openNote: NoteId | null = null;
const changes = new Subscribers();

function open(noteId: NoteId | null): void {
  openNote = noteId;
  changes.call();
}

/** Asks the author of another user's note; opens the answer to an own one. */
export async function tellMore(note: Note): Promise<void> {
  if (note.mine) {
    open(note.id);
    return;
  }
  const id = 'tell-more';
  try {
    await request({ path: `${meetingPath(note)}/notes/${note.id}/question`, method: 'POST' });
    const description = 'Only the author is asked, and can choose not to answer.';
    toast.success({ id, title: 'Asked', description });
  } catch (error) {
    toast.error({ id, title: 'The author was not asked', description: errorText(error) });
  }
}

/** Notifies an author of a question, and renders the answer dialog. */
export function TellMore({ board, me }: { board: Board; me: Person }): ReactNode {
  const { asked, notes } = board;
  const shown = useSyncExternalStore(changes.subscribe, () => openNote);
  const note = notes.find(({ id, mine }) => id === shown && mine);
  useQuestionNotice(asked);
  usePaletteCommands(
    notes
      .filter(({ id }) => asked.includes(id))
      .map(({ id, content }) => ({
        id: `answer-${id}`,
        group: 'Next step',
        label: `Say more about “${preview(content, 30)}”`,
        icon: <MessageSquare />,
        keywords: ['answer', 'question', 'sign'],
        run: () => open(id),
      })),
  );
  // Another meeting has other notes.
  useEffect(() => () => open(null), []);
  if (!note) return null;
  return <AnswerDialog key={note.id} note={note} isAsked={asked.includes(note.id)} me={me} />;
}

/** The notice names no note, because others may see the screen. */
function useQuestionNotice(asked: readonly NoteId[]): void {
  const known = useRef<readonly NoteId[]>([]);
  useEffect(() => {
    const news = asked.filter((id) => !known.current.includes(id));
    known.current = asked;
    const [first] = news;
    if (first === undefined) return;
    toast.info({
      id: 'asked-for-more',
      title: 'Someone would like to hear more about your note',
      description: 'Only this browser knows. You can also find it in the command palette.',
      duration: 7000,
      action: { label: 'Read', onPress: () => open(first) },
    });
  }, [asked]);
}

const newCommentId = () => CommentId.parse(randomId());

function AnswerDialog(props: { note: Note; isAsked: boolean; me: Person }): ReactNode {
  const { note, isAsked, me } = props;
  const { text, keep, replaceSent, problem, setProblem } = useSentText(
    `answerDraft:${me.id}:${note.id}`,
  );
  const [isSigning, setSigning] = useState(false);
  // The same for one text, so that a retry cannot add it twice.
  const [id, setId] = useState(newCommentId);
  const answering = useMutation({
    mutationFn: ({ content }: { content: string; sent: string }) =>
      request({
        path: `${meetingPath(note)}/topics/${note.id}/comments`,
        method: 'POST',
        body: { id, content, from_author: true },
        schema: Comment,
      }),
    onSuccess: (_, { sent }) => {
      if (replaceSent(sent)) open(null);
      else setId(newCommentId());
      toast.success({ title: 'Answered without a name' });
    },
    onError: (error) => setProblem(errorText(error)),
  });
  const signing = useMutation({
    mutationFn: () =>
      request({
        path: `${meetingPath(note)}/notes/${note.id}/signature`,
        method: 'POST',
        schema: Note,
      }),
    onSuccess: () => {
      open(null);
      toast.success({ title: 'The note shows your name' });
    },
  });

  function answer(): void {
    const { data, error } = CommentContent.safeParse(text);
    if (data === undefined) setProblem(error?.issues[0]?.message);
    else answering.mutate({ content: data, sent: text });
  }

  return (
    <>
      <Dialog
        open
        onOpenChange={() => open(null)}
        title="Say more"
        description={`“${preview(note.content, 120)}”`}
        busy={answering.isPending}
      >
        <Form className="grid gap-4" onSubmit={answer}>
          {isAsked && (
            <p>Someone would like to hear more. Nobody can see whether you have read this.</p>
          )}
          <TextArea
            label="Your answer"
            hint="Everyone sees it below the note as “from the author”, without your name."
            value={text}
            error={problem}
            onChange={(event) => keep(event.currentTarget.value)}
          />
          <DialogActions
            start={
              <Button
                icon={<PenLine />}
                disabled={answering.isPending}
                onClick={() => setSigning(true)}
              >
                Sign the note…
              </Button>
            }
          >
            <Button
              type="submit"
              variant="primary"
              busy={answering.isPending}
              busyLabel="Answering…"
            >
              Answer without a name
            </Button>
          </DialogActions>
        </Form>
      </Dialog>
      <ConfirmDialog
        open={isSigning}
        onOpenChange={(isOpen) => {
          setSigning(isOpen);
          signing.reset();
        }}
        title="Sign this note for good?"
        description={
          <>
            <p>
              The note and your answers to it show your name, <b>{me.name}</b>, to everyone. This
              cannot be undone.
            </p>
            <p className="mt-2">Your other notes stay anonymous.</p>
          </>
        }
        confirmLabel="Sign with my name"
        tone="danger"
        busyLabel="Signing…"
        onConfirm={() => signing.mutateAsync()}
      >
        {signing.error && <Alert tone="danger">{errorText(signing.error)}</Alert>}
      </ConfirmDialog>
    </>
  );
}
