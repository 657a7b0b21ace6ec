// Owner and due day of an action item, both editable in place.
import type { Action } from '@wentwell/contract/actions/actions';
import { CalendarDays, ChevronDown, Clock, UserPlus } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';

import { currentDay } from '#web/api/days';
import { classNames } from '#web/ui/class-names';
import { selectClass } from '#web/ui/forms/select-class';
import { Avatar } from '#web/ui/identity/Avatar.tsx';
import { usePersonOf } from '#web/ui/identity/person';
import { keyOf } from '#web/ui/key-press';

import { dayText, formerOwnerText, isLate } from './action-age.ts';
import type { ActionHandlers, ActionPerson } from './action-handlers.ts';

interface ActionFieldProps {
  action: Action;
  handlers: Pick<ActionHandlers, 'change'>;
}

const overSelect = 'pointer-events-none absolute inset-y-0';
const nobody = 'nobody';
const heights = 'h-9 max-sm:h-11 pointer-coarse:h-11';

/**
 * `emphasis`: on an item's paper, where an owner is text. `named` says itself that nobody owns an item. `assign` and `first`,
 * which fills the field, ask to assign it, because a text above says so.
 */
export function OwnerSelect(
  props: ActionFieldProps & {
    people: readonly ActionPerson[];
    emphasis?: 'named' | 'assign' | 'first';
  },
): ReactNode {
  const { action, handlers, people, emphasis } = props;
  const personOf = usePersonOf();
  const { assignee_id: ownerId, former_assignee_id: formerId } = action;
  const owner = ownerId === null ? null : personOf(ownerId);
  const unowned = formerOwnerText(formerId && personOf(formerId));
  const none = owner ? 'Nobody' : unowned;
  const isAmong = people.some(({ id }) => id === ownerId);
  return (
    <span
      className={classNames(
        'relative block min-w-0',
        owner ? 'text-ink' : emphasis === 'first' ? 'text-on-primary' : 'text-warning-text',
      )}
    >
      <select
        aria-label={`Owner of ${action.text}`}
        value={ownerId ?? nobody}
        data-rendered={ownerId ?? nobody}
        onChange={({ target: { value } }) =>
          handlers.change(action, {
            assignee_id: people.find(({ id }) => id === value)?.id ?? null,
          })
        }
        className={classNames(
          selectClass,
          'ring-focus min-w-0 cursor-pointer rounded-md border pr-7 pl-9 text-base font-medium sm:text-sm',
          emphasis ? 'max-w-full field-sizing-content' : 'w-full',
          heights,
          owner
            ? `${emphasis ? 'forced-border border-transparent' : 'border-control'} hover:bg-hover`
            : emphasis === 'first'
              ? 'forced-border border-transparent bg-primary font-semibold hover:bg-primary-hover'
              : 'border-current hover:bg-hover',
        )}
      >
        <option value={nobody}>
          {emphasis && emphasis !== 'named' && !owner ? 'Assign' : none}
        </option>
        {owner && !isAmong && <option value={owner.id}>{owner.name}</option>}
        {people.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <span className={`${overSelect} left-2.5 flex items-center`}>
        {owner ? <Avatar person={owner} size="xs" decorative /> : <UserPlus className="size-4" />}
      </span>
      <ChevronDown className={`${overSelect} right-2 m-auto size-4`} />
    </span>
  );
}

export function DueField({ action, handlers }: ActionFieldProps): ReactNode {
  const [mode, setMode] = useState<'shown' | 'edited' | 'closed'>('shown');
  const { text, due_on } = action;

  function save({ value, validity }: HTMLInputElement): void {
    const day = value || null;
    if (!validity.badInput && day !== due_on) handlers.change(action, { due_on: day });
  }

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    const key = keyOf(event);
    if (key !== 'Enter' && key !== 'Escape') return;
    event.preventDefault();
    if (key === 'Enter') save(event.currentTarget);
    setMode('closed');
  }

  if (mode === 'edited') {
    return (
      <input
        type="date"
        // React does not render its value (ui/forms/foreign-input.ts).
        name="due_on"
        aria-label={`Day of ${text}`}
        autoFocus
        defaultValue={due_on ?? ''}
        onKeyDown={handleKeyDown}
        onBlur={({ currentTarget }) => {
          save(currentTarget);
          setMode('shown');
        }}
        className={classNames(
          'ring-focus max-w-full min-w-0 rounded-md border border-control bg-card px-2 text-base tabular-nums sm:text-sm',
          heights,
        )}
      />
    );
  }
  const today = currentDay();
  const shown = dayText(action, today);
  const late = isLate(action, today);
  return (
    <button
      type="button"
      data-printed
      aria-label={`${shown}: ${text}`}
      autoFocus={mode === 'closed'}
      onClick={() => setMode('edited')}
      className={classNames(
        'ring-focus inline-flex shrink-0 items-center gap-1.5 rounded-md px-2 text-xs hover:text-ink hover:underline [&_svg]:size-3.5',
        heights,
        late ? 'font-semibold text-warning-text' : 'text-soft',
      )}
    >
      {late ? <Clock /> : <CalendarDays />}
      {shown}
    </button>
  );
}

export function isUnassigned({ assignee_id, status }: Action): boolean {
  return assignee_id === null && status === 'open';
}

/** Unassigned action items come first, and keep their place once assigned. */
export function useUnassignedFirst<Each extends Action>(actions: readonly Each[]): readonly Each[] {
  const [first] = useState(() => new Set(actions.filter(isUnassigned).map(({ id }) => id)));
  return actions.toSorted((a, b) => Number(first.has(b.id)) - Number(first.has(a.id)));
}
