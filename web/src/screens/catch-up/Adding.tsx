// Forms for additions. A refusal keeps the text.
import type { Action } from '@wentwell/contract/actions/actions';
import type { TopicId } from '@wentwell/contract/ids';
import { AdditionInput, type OwnAddition } from '@wentwell/contract/meetings/catch-up';
import { isBlank } from '@wentwell/contract/text/letters';
import { Check, Hand, Lock, X } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';

import { errorText } from '#web/api/request';
import { readDraft, writeDraft } from '#web/api/stored-drafts';
import type { useAdditions } from '#web/features/catch-up/catch-up.queries';
import { Button } from '#web/ui/buttons/Button.tsx';
import { IconButton } from '#web/ui/buttons/IconButton.tsx';
import { toast } from '#web/ui/feedback/toast';
import { TextArea } from '#web/ui/forms/TextArea.tsx';
import { preview } from '#web/ui/preview';

interface AddingProps {
  own: readonly OwnAddition[];
  calls: ReturnType<typeof useAdditions>;
  /** The draft's name, by action item or for a note. */
  draftOf: (about: Action['id'] | 'note') => DraftName;
}

type DraftName = `additionDraft:${string}`;

export function MeToo(props: Omit<AddingProps, 'draftOf'> & { topicId: TopicId }): ReactNode {
  const { own, calls, topicId } = props;
  const { add, takeBack } = calls;
  const said = own.find(({ topic_id }) => topic_id === topicId);
  const input = { kind: 'me_too', topic_id: topicId } as const;
  return (
    <div className="mt-6">
      <Button
        aria-pressed={said !== undefined}
        icon={said ? <Check /> : <Hand />}
        busy={add.isPending || takeBack.isPending}
        onClick={() => {
          if (said) takeBack.mutate(said);
          else add.mutate(input, { onError: toast.onError('It was not added') });
        }}
      >
        Me too
      </Button>
    </div>
  );
}

export function Objection(props: AddingProps & { action: Action }): ReactNode {
  const { own, calls, draftOf, action } = props;
  const draft = draftOf(action.id);
  const [isOpen, setOpen] = useState(() => readDraft(draft) !== null);
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
            <Check aria-hidden="true" className="size-4" /> You objected. A later retro reads it.
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

export function AddNote(
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
        <Lock aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span>
          It stays face down until the lead of the next retro reveals it. Only people who were away
          can add something.{' '}
          {isAnonymous
            ? 'No name is stored with it. A retro within two days does not show it: a growing count would tell when you added it. But the others know who was away: if you were the only one, they can tell that it is yours.'
            : 'It has your name, as the notes of this retro do.'}
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
              <li key={each.id} className="flex items-center gap-3 py-2">
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
  const [text, setText] = useState(() => readDraft(draft) ?? '');
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);

  function keep(shown: string): void {
    setText(shown);
    setProblem(undefined);
    writeDraft(draft, { stored: isBlank(shown) ? null : shown, shown });
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
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
        () => {
          keep('');
          onAdded?.();
        },
        (error: unknown) => setProblem(errorText(error)),
      )
      .finally(() => setSending(false));
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
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
    </form>
  );
}
