import { describeError } from '@wentwell/contract/errors';
import {
  type Column,
  ColumnIcon,
  type ColumnId,
  ColumnTone,
} from '@wentwell/contract/notes/columns';
import { isBlank } from '@wentwell/contract/text/letters';
import { ArrowLeft, ArrowRight, Paintbrush, Trash2 } from 'lucide-react';
import { type ReactNode, useState, useId } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';
import { IconButton } from '#web/ui/buttons/IconButton.tsx';
import { classNames } from '#web/ui/class-names';
import { Checkbox } from '#web/ui/forms/Checkbox.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { chosenIcon } from '#web/ui/identity/chosen-icon.tsx';
import { columnLook } from '#web/ui/identity/column-look';
import { ColumnChip } from '#web/ui/identity/ColumnChip.tsx';

import { type ColumnFaults, fieldKey } from './column-drafts.ts';

/** A choice of small pictures, named by tooltips and for screen readers. */
function PictureRadios<Value extends string>(props: {
  label: string;
  choices: readonly { value: Value; name: string; picture: ReactNode }[];
  value: Value;
  onValueChange: (value: Value) => void;
}): ReactNode {
  const { label, choices, value, onValueChange } = props;
  const id = useId();
  return (
    <div className="grid min-w-0 gap-1">
      <span id={id} className="text-xs font-medium text-soft">
        {label}
      </span>
      <div role="radiogroup" aria-labelledby={id} className="flex flex-wrap gap-1">
        {choices.map((choice) => (
          <label
            key={choice.value}
            title={choice.name}
            className="relative flex size-8 cursor-pointer items-center justify-center rounded-sm border border-transparent text-soft transition-colors hover:bg-hover hover:text-ink has-checked:border-focus has-checked:bg-selected has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-focus has-focus-visible:outline-solid pointer-coarse:size-11"
          >
            <input
              type="radio"
              name={id}
              aria-label={choice.name}
              checked={choice.value === value}
              data-rendered={choice.value === value}
              onChange={() => onValueChange(choice.value)}
              className="absolute inset-0 cursor-[inherit] appearance-none opacity-0"
            />
            {choice.picture}
          </label>
        ))}
      </div>
    </div>
  );
}

const toneNames: Record<ColumnTone, string> = {
  success: 'Green',
  warning: 'Amber',
  accent: 'Violet',
  danger: 'Red',
  info: 'Blue',
  neutral: 'Gray',
};

const iconNames: Record<ColumnIcon, string> = {
  thumbs_up: 'Thumbs up',
  sprout: 'Sprout',
  lightbulb: 'Light bulb',
  flame: 'Flame',
  message: 'Message',
  note: 'Note',
  checklist: 'Checklist',
  play: 'Play',
  stop: 'Stop',
  repeat: 'Repeat',
  plus: 'Plus',
  minus: 'Minus',
  trending_up: 'Rising',
  smile: 'Smile',
  frown: 'Frown',
  angry: 'Angry',
  heart: 'Heart',
  star: 'Star',
  book: 'Book',
  search: 'Magnifier',
  wind: 'Wind',
  anchor: 'Anchor',
  warning: 'Warning',
  flag: 'Flag',
  coffee: 'Coffee',
  rocket: 'Rocket',
};

/** One column of the editor: title and prompt, with its look and kind behind a button. */
export function ColumnFields(props: {
  column: Column;
  place: number;
  count: number;
  /** It contains notes, so it stays and keeps its kind. */
  isUsed: boolean;
  faults: ColumnFaults;
  onChange: (id: ColumnId, fields: Partial<Omit<Column, 'id'>>) => void;
  onMove: (id: ColumnId, by: -1 | 1) => void;
  onRemove: (id: ColumnId) => void;
}): ReactNode {
  const { column, place, count, isUsed, faults, onChange, onMove, onRemove } = props;
  const { id, title, prompt, tone, icon, kind } = column;
  const [isOpen, setOpen] = useState(false);
  const look = columnLook(column);
  const name = isBlank(title) ? `Column ${place}` : title;
  return (
    <li className="grid gap-2 rounded-md border border-line p-3">
      <div className="flex items-start gap-2">
        <ColumnChip look={look} size="lg" className="mt-1.5" />
        <div className="min-w-0 flex-1">
          <TextField
            label={`Title of column ${place}`}
            hideLabel
            placeholder="Title"
            autoComplete="off"
            value={title}
            error={faults.fields.get(fieldKey(id, 'title'))}
            onChange={(event) => onChange(id, { title: event.target.value })}
          />
        </div>
      </div>
      <TextField
        label={`Prompt of column ${place}`}
        hideLabel
        placeholder="Question to answer (optional)"
        autoComplete="off"
        value={prompt}
        error={faults.fields.get(fieldKey(id, 'prompt'))}
        onChange={(event) => onChange(id, { prompt: event.target.value })}
      />
      <div className="flex flex-wrap items-center gap-1">
        <Button
          size="sm"
          variant="ghost"
          icon={<Paintbrush />}
          aria-label={`Look of ${name}`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          Look
        </Button>
        <span className="flex-1" />
        <IconButton
          label={`Move ${name} to the left`}
          icon={<ArrowLeft />}
          disabled={place === 1}
          onClick={() => onMove(id, -1)}
        />
        <IconButton
          label={`Move ${name} to the right`}
          icon={<ArrowRight />}
          disabled={place === count}
          onClick={() => onMove(id, 1)}
        />
        <IconButton
          label={`Remove ${name}`}
          icon={<Trash2 />}
          tone="danger"
          disabledReason={
            isUsed
              ? describeError('COLUMN_HOLDS_NOTES').detail
              : count === 1
                ? 'A board has at least one column.'
                : undefined
          }
          onClick={() => onRemove(id)}
        />
      </div>
      {isOpen && (
        <div className="grid gap-3 border-t border-line pt-3">
          <PictureRadios
            label="Colour"
            value={tone}
            onValueChange={(next) => onChange(id, { tone: next })}
            choices={ColumnTone.options.map((each) => ({
              value: each,
              name: toneNames[each],
              picture: <ToneDot column={column} tone={each} />,
            }))}
          />
          <PictureRadios<ColumnIcon | 'usual'>
            label="Icon"
            value={icon ?? 'usual'}
            onValueChange={(next) => onChange(id, { icon: next === 'usual' ? undefined : next })}
            choices={[
              {
                value: 'usual',
                name: 'Default for its colour',
                // Text instead of its icon, which is among the choices.
                picture: <span className="text-xs font-semibold">Auto</span>,
              },
              ...ColumnIcon.options.map((each) => {
                const Icon = chosenIcon(each);
                const picture = <Icon aria-hidden="true" className="size-4" />;
                return { value: each, name: iconNames[each], picture };
              }),
            ]}
          />
          <Checkbox
            label="For action items"
            hint={
              isUsed
                ? describeError('COLUMN_KIND_FIXED').detail
                : 'What the team agrees to do; its notes are not voted on.'
            }
            disabled={isUsed}
            checked={kind === 'actions'}
            onCheckedChange={(isChecked) => onChange(id, { kind: isChecked ? 'actions' : 'notes' })}
          />
        </div>
      )}
    </li>
  );
}

function ToneDot({ column, tone }: { column: Column; tone: ColumnTone }): ReactNode {
  const { edge } = columnLook({ ...column, tone });
  return (
    <span aria-hidden="true" data-swatch className={classNames('size-5 rounded-full', edge)} />
  );
}
