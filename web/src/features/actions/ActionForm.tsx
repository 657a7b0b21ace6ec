import { type Action, ActionText } from '@wentwell/contract/actions/actions';
import { CalendarDays, CornerDownLeft, UserPlus } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useState, type ReactNode, useId, useRef } from 'react';

import { currentDay } from '#web/api/days';
import { useDraft } from '#web/api/draft-store';
import { Button } from '#web/ui/buttons/Button.tsx';
import { IconButton } from '#web/ui/buttons/IconButton.tsx';
import { classNames } from '#web/ui/class-names';
import { DateField } from '#web/ui/forms/DateField.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { leaveField, useOpener } from '#web/ui/forms/leave-field';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextArea } from '#web/ui/forms/TextArea.tsx';
import { Avatar } from '#web/ui/identity/Avatar.tsx';
import { keyOf } from '#web/ui/key-press';
import { Kbd } from '#web/ui/layout/Kbd.tsx';

import { dueText } from './action-age.ts';
import type { ActionDraft, ActionDrafts, ActionLine, DraftKey } from './action-drafts.ts';
import type { ActionPerson } from './action-handlers.ts';
import { peopleNamed, misspelledDay, unreadName, readActionLine } from './action-line.ts';
import { isInYearOf, longDay } from './day-words.ts';

const nobody = 'nobody';

/** One line that understands "@name" and "by friday", with fields for owner and due day. */
export function ActionForm(props: {
  people: readonly ActionPerson[];
  drafts: ActionDrafts;
  draftKey: DraftKey;
  /** `base` is the action item as it was when the user began its new text. */
  onSubmit: (draft: ActionDraft, base?: Action) => void;
  /** The action item to edit. Without it the form adds items and stays open for the next one. */
  action?: Action;
  onCancel?: () => void;
  autoFocus?: boolean;
}): ReactNode {
  const { people, drafts, draftKey, onSubmit, action, onCancel, autoFocus = false } = props;
  const label = action ? 'Edit action item' : 'New action item';
  const id = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  const focusOpener = useOpener();
  const [begun] = useState(action);
  const start: ActionLine = { line: action?.text ?? '', version: action?.version };
  const [draft, write] = useDraft(drafts, draftKey, start);
  // Owner and due day are undefined until their fields are used; then they override the line.
  const { line, isRefused = false } = draft;
  // A refused text applies to the item's present state.
  const base = isRefused ? action : begun;
  const setLine = (next: string): void => write({ ...draft, line: next });
  const [problem, setProblem] = useState<string>();
  const completion = useNameCompletion(input, people, setLine);

  const today = currentDay();
  // An untouched text is not parsed again.
  const read =
    line === base?.text
      ? { text: line, assigneeId: null, dueOn: null }
      : readActionLine(line, { people, today });
  const assignee_id =
    draft.assignee_id === undefined
      ? (read.assigneeId ?? base?.assignee_id ?? null)
      : draft.assignee_id;
  const due_on = draft.due_on === undefined ? (read.dueOn ?? base?.due_on ?? null) : draft.due_on;
  const isPast = due_on !== null && due_on < today;
  const owner = people.find((person) => person.id === assignee_id);
  const isTouched = line !== base?.text;
  const slip = isTouched && due_on === null ? misspelledDay(line, read) : null;

  function submit(): void {
    const text = ActionText.safeParse(read.text);
    if (!text.success) {
      setProblem(text.error.issues[0]?.message);
      input.current?.focus();
      return;
    }
    write(null);
    const version = draft.version ?? action?.version;
    const on = base && version !== undefined ? { ...base, version } : base;
    onSubmit({ text: text.data, assignee_id, due_on }, on);
    if (!action) input.current?.focus();
  }

  function handleKeyDown(event: KeyboardEvent): void {
    if (completion.onKeyDown(event)) return;
    const key = keyOf(event);
    if (key === 'Enter' && event.target === input.current) {
      event.preventDefault();
      submit();
    }
    if (key !== 'Escape') return;
    if (onCancel) {
      event.preventDefault();
      cancel();
    } else if (line === '') leaveField(event.currentTarget);
  }

  function cancel(): void {
    write(null);
    onCancel?.();
    focusOpener();
  }

  const listId = `${id}-names`;
  const isOffering = completion.offered.length > 0;
  const activeName = completion.offered[completion.active];
  return (
    <Form
      aria-label={label}
      className={classNames('@container grid gap-2 print:hidden', !action && 'action-form')}
      data-tone="accent"
      onKeyDown={handleKeyDown}
      onSubmit={submit}
    >
      <div className="relative">
        <TextArea
          oneLine
          ref={input}
          label={label}
          hideLabel
          placeholder="New action… @name by Friday"
          autoComplete="off"
          autoFocus={autoFocus}
          enterKeyHint="done"
          maxLength={2000}
          value={line}
          error={problem}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isOffering}
          aria-controls={listId}
          {...(activeName && { 'aria-activedescendant': `${listId}-${activeName.id}` })}
          onChange={(event) => {
            setLine(event.target.value.replaceAll(/(?<!\s)\s*\n\s*/g, ' '));
            setProblem(undefined);
            completion.look();
          }}
          onClick={completion.look}
          onBlur={completion.close}
        />
        <ul
          id={listId}
          role="listbox"
          aria-label="Names"
          hidden={!isOffering}
          className={classNames(
            'layer-menu absolute inset-x-0 rounded-md border border-line bg-overlay p-1 shadow-raised',
            // The form that stays at a list's end has room above, and owner and day below stay visible.
            onCancel ? 'top-full mt-1' : 'bottom-full mb-2',
          )}
        >
          {completion.offered.map((person, index) => (
            <li
              key={person.id}
              id={`${listId}-${person.id}`}
              role="option"
              aria-selected={index === completion.active}
              onPointerEnter={() => completion.setActive(index)}
              // Keeps the focus in the field.
              onPointerDown={(event) => {
                event.preventDefault();
                completion.take(person);
              }}
              className={classNames(
                'flex min-h-9 items-center gap-2 rounded-sm px-2 pointer-coarse:min-h-11',
                index === completion.active && 'bg-hover',
              )}
            >
              <Avatar person={person} size="xs" decorative />
              <span className="truncate">{person.name}</span>
            </li>
          ))}
        </ul>
      </div>
      {action && isRefused && action.text !== line && (
        <p className="text-xs wrap-anywhere text-muted">Current text: {action.text}</p>
      )}
      <Understood
        read={read}
        people={people}
        unread={isTouched && assignee_id === null ? unreadName(line, read, people) : null}
      />
      {slip && (
        <div>
          <Button
            size="sm"
            onClick={() => {
              setLine(slip.line);
              input.current?.focus();
            }}
          >
            {`Did you mean “by ${slip.day}”?`}
          </Button>
        </div>
      )}
      <div
        className={classNames(
          'action-details grid items-start gap-2 text-base sm:text-sm @[14rem]:grid-cols-[minmax(0,1fr)_8em]',
          !action &&
            // A name has room beside “Cancel”.
            (onCancel
              ? '@md:grid-cols-[minmax(0,1fr)_8em_auto]'
              : '@2xs:grid-cols-[minmax(0,1fr)_8em_auto]'),
        )}
      >
        <SelectField
          label="Owner"
          hideLabel
          icon={
            owner ? <Avatar person={owner} size="xs" decorative /> : <UserPlus className="size-4" />
          }
          options={[
            { value: nobody, label: 'Nobody' },
            ...people.map((person) => ({ value: person.id, label: person.name })),
          ]}
          value={owner?.id ?? nobody}
          onValueChange={(value) => {
            const chosen = people.find((person) => person.id === value)?.id ?? null;
            write({ ...draft, assignee_id: chosen });
          }}
        />
        <DateField
          label="Due on"
          hideLabel
          shownText={
            <>
              {/* A year needs its room. */}
              {(due_on === null || isInYearOf(due_on, today)) && (
                <CalendarDays className="size-4" />
              )}
              <span className="truncate">{dueText(due_on, today)}</span>
            </>
          }
          value={due_on ?? ''}
          hint={isPast && 'This day is past.'}
          onChange={(event) => write({ ...draft, due_on: event.target.value || null })}
        />
        <div
          className={classNames(
            'flex h-9 items-center justify-end gap-2 @[14rem]:col-span-2',
            !action && (onCancel ? '@md:col-span-1' : '@2xs:col-span-1'),
          )}
        >
          {onCancel && (
            <Button size="sm" variant="ghost" onClick={cancel}>
              Cancel
            </Button>
          )}
          {action ? (
            <Button type="submit" size="sm" variant="primary">
              Save
            </Button>
          ) : (
            <IconButton
              type="submit"
              label="Add"
              side="top"
              icon={
                <Kbd>
                  <CornerDownLeft />
                </Kbd>
              }
            />
          )}
        </div>
      </div>
    </Form>
  );
}

/** Reads the owner and due day parsed from the line, whose fields show them, and shows an unknown name. */
function Understood(props: {
  read: ReturnType<typeof readActionLine>;
  people: readonly ActionPerson[];
  unread: string | null;
}): ReactNode {
  const { read, people, unread } = props;
  const owner = people.find(({ id }) => id === read.assigneeId);
  return (
    <p role="status" className={unread === null ? 'sr-only' : 'px-2 text-xs text-muted'}>
      {owner && `Owner: ${owner.name}. `}
      {read.dueOn && `Due: ${longDay(read.dueOn)}. `}
      {unread}
    </p>
  );
}

const shownAtMost = 5;

/** The word after an @ at the caret, and its start. */
function typedName(input: HTMLTextAreaElement): { from: number; typed: string } | null {
  const before = input.value.slice(0, input.selectionStart ?? input.value.length);
  const found = /(?:^|\s)[@＠]([^\s@＠]*)$/.exec(before);
  return found?.[1] === undefined
    ? null
    : { from: before.length - found[1].length, typed: found[1] };
}

function useNameCompletion(
  input: RefObject<HTMLTextAreaElement | null>,
  people: readonly ActionPerson[],
  onText: (text: string) => void,
) {
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  /** Suggested people; empty without suggestions. `active` is the index of the one that Enter accepts. */
  const offered = typed === null ? [] : peopleNamed(typed, people).slice(0, shownAtMost);

  /** Call after each change of text or caret. */
  function look(): void {
    const found = input.current && typedName(input.current);
    setTyped(found ? found.typed : null);
    setActive(0);
  }

  function take({ name }: ActionPerson): void {
    const field = input.current;
    const found = field && typedName(field);
    setTyped(null);
    if (!found) return;
    const end = field.selectionStart ?? field.value.length;
    const rest = field.value.slice(end);
    const completed = `${field.value.slice(0, found.from)}${name}${/^\s/.test(rest) ? '' : ' '}`;
    onText(completed + rest);
    field.focus();
    // After React has written the value, which moves the caret to the end.
    requestAnimationFrame(() => field.setSelectionRange(completed.length, completed.length));
  }

  /** Returns whether the list has handled the key. */
  function onKeyDown(event: KeyboardEvent): boolean {
    const person = offered[active];
    if (!person) return false;
    const key = keyOf(event);
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step !== undefined) setActive((active + step + offered.length) % offered.length);
    else if (key === 'Enter' || key === 'Tab') take(person);
    else if (key === 'Escape') setTyped(null);
    else return false;
    event.preventDefault();
    return true;
  }

  return { offered, active, setActive, take, look, onKeyDown, close: () => setTyped(null) };
}
