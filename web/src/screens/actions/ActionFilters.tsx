import type { ActionStatus } from '@wentwell/contract/actions';
import type { ReactNode } from 'react';

import type { ActionPerson } from '#web/features/actions/action-handlers';
import type { ActionFilter } from '#web/features/actions/actions.queries';
import { dayAfter, currentDay } from '#web/features/actions/days';
import { SelectField } from '#web/ui/forms/SelectField.tsx';

export type StatusChoice = ActionStatus | 'all';
export type DueChoice = 'any' | 'soon' | 'overdue';

export interface FilterChoices {
  status: StatusChoice;
  due: DueChoice;
  owner: string;
}

const everyOwner = 'anybody';
const nobody = 'nobody';
const soonDays = 7;

export const openOnes: FilterChoices = { status: 'open', due: 'any', owner: everyOwner };

/** As the API asks for it. Only open ones are waited for. */
export function filterOf(
  { status, due, owner }: FilterChoices,
  people: readonly ActionPerson[],
): Omit<ActionFilter, 'limit'> {
  const today = currentDay();
  const person = people.find(({ id }) => id === owner);
  return {
    status: status === 'all' ? ['open', 'done', 'dropped'] : [status],
    ...(due === 'overdue' && { due_before: today }),
    ...(due === 'soon' && { due_before: dayAfter(today, soonDays + 1) }),
    ...(owner === nobody && { assignee_id: nobody }),
    ...(person && { assignee_id: person.id }),
  };
}

const statuses: readonly { value: StatusChoice; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'done', label: 'Done' },
  { value: 'dropped', label: 'Dropped' },
  { value: 'all', label: 'All' },
];
const dues: readonly { value: DueChoice; label: string }[] = [
  { value: 'any', label: 'Due any day' },
  { value: 'soon', label: 'Due within a week' },
  { value: 'overdue', label: 'Overdue' },
];

export function ActionFilters(props: {
  choices: FilterChoices;
  onChoose: (choices: FilterChoices) => void;
  /** Null where all of them are the user's own. */
  people: readonly ActionPerson[] | null;
}): ReactNode {
  const { choices, onChoose, people } = props;
  return (
    <div role="group" aria-label="Filters" className="grid gap-2 sm:flex sm:flex-wrap print:hidden">
      <div className="grid grid-cols-2 gap-2 sm:contents">
        <Choice
          label="Status"
          options={statuses}
          value={choices.status}
          onChoose={(status) =>
            // Done and dropped items are no longer due.
            onChoose({ ...choices, status, due: status === 'open' ? choices.due : 'any' })
          }
        />
        <Choice
          label="Due"
          options={dues}
          value={choices.due}
          onChoose={(due) =>
            onChoose({ ...choices, due, status: due === 'any' ? choices.status : 'open' })
          }
        />
      </div>
      {people && (
        <Choice
          label="Owner"
          options={[
            { value: everyOwner, label: 'Owned by anybody' },
            { value: nobody, label: 'Nobody yet' },
            ...people.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          value={choices.owner}
          onChoose={(owner) => onChoose({ ...choices, owner })}
        />
      )}
    </div>
  );
}

function Choice<Value extends string>(props: {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChoose: (value: Value) => void;
}): ReactNode {
  const { label, options, value, onChoose } = props;
  return (
    <div className="sm:w-52">
      <SelectField
        label={label}
        hideLabel
        options={options}
        value={value}
        onValueChange={onChoose}
      />
    </div>
  );
}
