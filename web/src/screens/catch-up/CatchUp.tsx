// Replays a retro for an absent member, step by step (docs/retro.md ). Progress is never sent.
import { useQuery } from '@tanstack/react-query';
import type { Action } from '@wentwell/contract/actions/actions';
import type { Board } from '@wentwell/contract/board/snapshot';
import { titleOfTopic } from '@wentwell/contract/discussion/topics';
import type { MeetingId, TopicId } from '@wentwell/contract/ids';
import { AdditionInput, type OwnAddition } from '@wentwell/contract/meetings/catch-up';
import { meetingReport } from '@wentwell/contract/report/meeting-report';
import { ArrowLeft, ArrowRight, Check, Hand, Lock, X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';

import { errorText } from '#web/api/request';
import { statusNow } from '#web/api/server-time';
import { useSentText } from '#web/api/use-sent-text';
import { readStored } from '#web/browser-storage';
import { useMe } from '#web/features/auth/session.tsx';
import {
  catchUpQuery,
  finishedBoardQuery,
  useAdditions,
} from '#web/features/catch-up/catch-up.tsx';
import { usePeople } from '#web/screens/meeting/people';
import { buttonClass } from '#web/ui/buttons/button-class';
import { Button } from '#web/ui/buttons/Button.tsx';
import { IconButton } from '#web/ui/buttons/IconButton.tsx';
import { Part, SmallPart } from '#web/ui/feedback/ErrorBoundary.tsx';
import { LoadingBars, LoadFailure } from '#web/ui/feedback/Loading.tsx';
import { toast } from '#web/ui/feedback/toast';
import { Form } from '#web/ui/forms/Form.tsx';
import { TextArea } from '#web/ui/forms/TextArea.tsx';
import { PersonOfContext } from '#web/ui/identity/person';
import { BackLink } from '#web/ui/layout/BackLink.tsx';
import { Bar } from '#web/ui/layout/Bar.tsx';
import { usePageTitle } from '#web/ui/layout/page-title';
import { useShortcuts } from '#web/ui/overlays/use-shortcuts';
import { preview } from '#web/ui/preview';
import { Link } from '#web/ui/router/Link.tsx';

import { scenesOf, titleOfScene } from './film.ts';
import { SceneView } from './SceneView.tsx';

import '#web/features/notes/face-down.css';
import './catch-up.css';

export function CatchUp({ meetingId }: { meetingId: MeetingId }): ReactNode {
  usePageTitle('Catch up');
  const me = useMe();
  const board = useQuery(finishedBoardQuery({ meetingId, userId: me.id }));
  return (
    <>
      <BackLink meetingId={meetingId}>To the report</BackLink>
      {board.data && <Film board={board.data} />}
      {board.isPending && <LoadingBars height={320} />}
      {board.isError && <LoadFailure title="There is nothing to catch up on" query={board} />}
    </>
  );
}

function Film({ board }: { board: Board }): ReactNode {
  const { meeting } = board;
  const me = useMe();
  const reader = { meetingId: meeting.id, userId: me.id };
  const { people } = usePeople(board, { isOver: true, me });
  const { data: state } = useQuery(catchUpQuery(reader));
  const isAnonymous = meeting.settings.anonymous;
  const calls = useAdditions(reader, { isAnonymous });
  const mayAdd = state !== undefined && state.open_until !== null;
  const own = state?.additions ?? [];
  const report = useMemo(() => meetingReport(board, titleOfTopic), [board]);
  // Own additions stay visible after the deadline.
  const showsOwn = mayAdd || own.length > 0;
  const scenes = scenesOf(report, { notes: board.notes, mayAdd: showsOwn });
  const { at, heading, isLast, go } = useSteps(scenes.length);
  const scene = scenes[at];
  if (!scene) return null;
  const isOver = ['closed', 'archived'].includes(statusNow(meeting));
  if (!isOver) return <p className="text-soft">You can catch up once this retro has ended.</p>;

  const draftOf = (about: string) => `additionDraft:${me.id}:${meeting.id}:${about}` as const;
  const adding = { own, calls, draftOf };
  const nameOf = ({ kind, topic_id, action_id, text }: OwnAddition): string => {
    if (kind === 'note') return text;
    const topic = [...report.topics, ...report.notDiscussed].find(({ id }) => id === topic_id);
    if (kind === 'me_too') return `Me too: ${topic?.title ?? 'a topic'}`;
    const action = report.actions.find(({ id }) => id === action_id);
    return `Objection to “${action?.text ?? 'an action item'}”: ${text}`;
  };
  return (
    <section aria-label="Catch up" className="grid gap-6">
      <SmallPart>
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-2">
          <p className="text-soft tabular-nums">
            {at + 1} of {scenes.length}
          </p>
          {!isLast && (
            <Button size="sm" variant="ghost" onClick={() => go(Infinity)}>
              Skip to the end
            </Button>
          )}
        </div>
      </SmallPart>
      <Bar
        role="progressbar"
        aria-label="Scenes"
        aria-valuenow={at + 1}
        aria-valuemin={1}
        aria-valuemax={scenes.length}
        share={(at + 1) / scenes.length}
      />
      <div className="min-h-[50dvh]">
        <h1
          ref={heading}
          tabIndex={-1}
          className="mb-6 text-xl font-bold wrap-anywhere outline-none"
        >
          <Part attempt={at}>{() => titleOfScene(scene, report)}</Part>
        </h1>
        <Part attempt={at}>
          <PersonOfContext value={people.personOf}>
            <SceneView
              key={at}
              scene={scene}
              report={report}
              endOfTopic={({ id }) => mayAdd && <MeToo {...{ own, calls }} topicId={id} />}
              endOfAction={(action) => mayAdd && <Objection {...adding} action={action} />}
              adding={<AddNote {...adding} {...{ nameOf, isAnonymous, mayAdd }} />}
            />
          </PersonOfContext>
        </Part>
      </div>
      <SmallPart>
        <div className="layer-sticky sticky bottom-0 low:static flex items-center justify-between gap-2 border-t border-line bg-canvas py-3">
          <Button icon={<ArrowLeft />} disabled={at === 0} onClick={() => go(at - 1)}>
            Back
          </Button>
          {isLast ? (
            <Link
              to={`/meetings/${meeting.id}`}
              aria-current={undefined}
              className={buttonClass({ variant: 'primary' })}
            >
              Done
            </Link>
          ) : (
            <Button variant="primary" onClick={() => go(at + 1)}>
              Next <ArrowRight />
            </Button>
          )}
        </div>
      </SmallPart>
    </section>
  );
}

/** Each step focuses the heading, so that screen readers continue there. */
function useSteps(count: number) {
  const [place, setPlace] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const at = Math.min(place, count - 1);
  const wasAt = useRef(0);
  useEffect(() => {
    if (wasAt.current === at) return;
    wasAt.current = at;
    scrollTo({ top: 0 });
    heading.current?.focus({ preventScroll: true });
  }, [at]);
  const isLast = at === count - 1;
  useShortcuts((shortcut, { target }) => {
    // Space must press a focused control.
    const isOnControl = target instanceof Element && target.closest('a, button') !== null;
    const isNext = shortcut === 'ArrowRight' || (shortcut === ' ' && !isOnControl);
    if (isNext && !isLast) return () => setPlace(at + 1);
    return shortcut === 'ArrowLeft' && at > 0 && (() => setPlace(at - 1));
  });
  return { at, heading, isLast, go: setPlace };
}

// Forms for additions. A refusal keeps the text.

interface AddingProps {
  own: readonly OwnAddition[];
  calls: ReturnType<typeof useAdditions>;
  /** The draft's name, by action item or for a note. */
  draftOf: (about: Action['id'] | 'note') => DraftName;
}

type DraftName = `additionDraft:${string}`;

function MeToo(props: Omit<AddingProps, 'draftOf'> & { topicId: TopicId }): ReactNode {
  const { own, calls, topicId } = props;
  const { add, takeBack } = calls;
  const said = own.find(({ topic_id }) => topic_id === topicId);
  const input = { kind: 'me_too', topic_id: topicId } as const;
  return (
    <div className="mt-6">
      <Button
        data-printed={said && ''}
        aria-pressed={said !== undefined}
        icon={said ? <Check /> : <Hand />}
        busy={add.isPending || takeBack.isPending}
        onClick={() => {
          if (said) takeBack.mutate(said);
          else add.mutate(input, { onError: toast.onError('Your addition was not saved') });
        }}
      >
        Me too
      </Button>
    </div>
  );
}

function Objection(props: AddingProps & { action: Action }): ReactNode {
  const { own, calls, draftOf, action } = props;
  const draft = draftOf(action.id);
  const [isOpen, setOpen] = useState(() => readStored(draft) !== null);
  const place = useRef<HTMLDivElement>(null);
  const isSaid = own.some(({ action_id }) => action_id === action.id);

  /** The focused control disappears with the form. */
  function keepFocus(): void {
    if (place.current?.contains(document.activeElement)) place.current.focus();
  }

  return (
    <div ref={place} tabIndex={-1} role="group" aria-label="Objection" className="outline-none">
      <div aria-live="polite">
        {isSaid && (
          <p className="flex items-center gap-1.5 text-sm text-soft">
            <Check className="size-4" /> You objected. A later retro will see it.
          </p>
        )}
      </div>
      {isSaid ? null : isOpen ? (
        <AdditionForm
          calls={calls}
          draft={draft}
          label="Why do you object?"
          inputOf={(text) => ({ kind: 'objection', action_id: action.id, text })}
          onAdded={keepFocus}
          onCancel={() => {
            keepFocus();
            setOpen(false);
          }}
        />
      ) : (
        <Button size="sm" onClick={() => setOpen(true)}>
          I object <span className="sr-only">to “{preview(action.text, 40)}”</span>
        </Button>
      )}
    </div>
  );
}

function AddNote(
  props: AddingProps & {
    /** False after the deadline; own additions can still be withdrawn. */
    mayAdd: boolean;
    nameOf: (own: OwnAddition) => string;
    isAnonymous: boolean;
  },
): ReactNode {
  const { own, calls, draftOf, mayAdd, nameOf, isAnonymous } = props;
  const id = useId();
  const list = useRef<HTMLElement>(null);
  return (
    <div className="grid max-w-160 gap-6">
      <p className="flex items-start gap-2 text-soft">
        <Lock className="mt-0.5 size-4 shrink-0" />
        <span>
          What you add stays face down until the lead of the next retro reveals it. Only people who
          were away can add to a retro.{' '}
          {isAnonymous
            ? "No name is stored with it. Retros in the next two days don't show it, so nobody can tell when you added it. But if you were the only one away, the others will know it's yours."
            : 'It shows your name, like the notes of this retro.'}
        </span>
      </p>
      {mayAdd && (
        <AdditionForm
          calls={calls}
          draft={draftOf('note')}
          label="What would you have said?"
          inputOf={(text) => ({ kind: 'note', text })}
        />
      )}
      <section
        ref={list}
        tabIndex={-1}
        aria-labelledby={id}
        aria-live="polite"
        className="outline-none"
      >
        <h2 id={id} className="quiet-title">
          Added by you
        </h2>
        {own.length === 0 ? (
          <p className="text-soft">Nothing yet.</p>
        ) : (
          <ul className="divide-y divide-line border-b border-line">
            {own.map((each) => (
              <Part key={each.id}>
                <li className="flex items-center gap-3 py-2">
                  <span className="min-w-0 flex-1 wrap-anywhere whitespace-pre-line">
                    {nameOf(each)}
                  </span>
                  <IconButton
                    label={`Take back: ${preview(nameOf(each), 40)}`}
                    icon={<X />}
                    onClick={() => {
                      calls.takeBack.mutate(each);
                      // The focused button disappears with its row.
                      list.current?.focus();
                    }}
                  />
                </li>
              </Part>
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}

function AdditionForm(props: {
  calls: AddingProps['calls'];
  draft: DraftName;
  label: string;
  inputOf: (text: string) => AdditionInput;
  onAdded?: () => void;
  onCancel?: () => void;
}): ReactNode {
  const { calls, draft, label, inputOf, onAdded, onCancel } = props;
  const { text, keep, replaceSent, problem, setProblem } = useSentText(draft);
  const [isSending, setSending] = useState(false);

  function submit(): void {
    const input = AdditionInput.safeParse(inputOf(text));
    if (!input.success) {
      setProblem(input.error.issues[0]?.message);
      return;
    }
    setSending(true);
    // `mutateAsync`, because callbacks of `mutate` run for the last call only, and forms may send concurrently.
    void calls.add
      .mutateAsync(input.data)
      .then(
        () => replaceSent(text) && onAdded?.(),
        (error: unknown) => setProblem(errorText(error)),
      )
      .finally(() => setSending(false));
  }

  return (
    <Form onSubmit={submit} className="grid gap-3">
      <TextArea
        label={label}
        rows={2}
        autoFocus={onCancel !== undefined && text === ''}
        value={text}
        error={problem}
        onChange={(event) => keep(event.target.value)}
      />
      <div className="flex gap-2">
        <Button type="submit" busy={isSending}>
          Add face down
        </Button>
        {onCancel && (
          <Button
            variant="ghost"
            onClick={() => {
              keep('');
              onCancel();
            }}
          >
            Cancel
          </Button>
        )}
      </div>
    </Form>
  );
}
