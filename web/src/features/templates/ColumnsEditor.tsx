import { describeError } from '@wentwell/contract/errors';
import { limits } from '@wentwell/contract/limits';
import {
  type Column,
  type ColumnId,
  ColumnIcon,
  ColumnTone,
} from '@wentwell/contract/notes/columns';
import { isBlank } from '@wentwell/contract/text/letters';
import { Plus, ArrowLeft, ArrowRight, Paintbrush, Trash2 } from 'lucide-react';
import { type ReactNode, useRef, useState, useId } from 'react';

import { errorText } from '#web/api/request';
import { Button } from '#web/ui/buttons/Button.tsx';
import { IconButton } from '#web/ui/buttons/IconButton.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';
import { Checkbox } from '#web/ui/forms/Checkbox.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { Radio } from '#web/ui/forms/Radio.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { chosenIcon } from '#web/ui/identity/chosen-icon.tsx';
import { columnLook } from '#web/ui/identity/column-look';
import { ColumnChip } from '#web/ui/identity/ColumnChip.tsx';

import {
  type ColumnFaults,
  findFaults,
  noFaults,
  withChanged,
  withMoved,
  withNewColumn,
  fieldKey,
} from './column-drafts.ts';

/** Edits all columns of a board, saved together. Refused fields stay for correction. */
export function ColumnsEditor(props: {
  saved: readonly Column[];
  draft: readonly Column[];
  isChanged: boolean;
  /** Whether somebody has changed the board's columns since editing began. */
  isOutdated: boolean;
  /** Columns that contain notes. */
  used: ReadonlySet<ColumnId>;
  onDraft: (columns: readonly Column[]) => void;
  onDiscard: () => void;
  /** Rejects if the server refuses. */
  onSave: () => Promise<unknown>;
}): ReactNode {
  const { saved, draft, isChanged, isOutdated, used, onDraft, onDiscard, onSave } = props;
  const [faults, setFaults] = useState<ColumnFaults>(noFaults);
  const [isBusy, setBusy] = useState(false);
  const [status, setStatus] = useState('');
  const list = useRef<HTMLOListElement>(null);

  function change(columns: readonly Column[]): void {
    setStatus('');
    // Removes a reported fault once it is corrected.
    if (faults !== noFaults) setFaults(findFaults(columns) ?? noFaults);
    onDraft(columns);
  }

  function move(id: ColumnId, by: -1 | 1): void {
    const columns = withMoved(draft, id, by);
    change(columns);
    const place = columns.findIndex((column) => column.id === id) + 1;
    setStatus(`Column ${place} of ${columns.length}`);
  }

  function discard(): void {
    setFaults(noFaults);
    onDiscard();
  }

  async function save(): Promise<void> {
    const found = findFaults(draft);
    setFaults(found ?? noFaults);
    if (found) {
      queueMicrotask(() => list.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
      return;
    }
    setBusy(true);
    try {
      await onSave();
      setStatus('Columns saved');
    } catch (error) {
      setFaults({ fields: new Map(), whole: errorText(error) });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Form className="grid gap-4" onSubmit={save}>
      <ol
        ref={list}
        aria-label="Columns, from left to right"
        className="grid items-start gap-3 sm:grid-cols-2"
      >
        {draft.map((column, index) => (
          <Part key={column.id}>
            <ColumnFields
              column={column}
              place={index + 1}
              count={draft.length}
              isUsed={used.has(column.id)}
              faults={faults}
              onChange={(id, fields) => change(withChanged(draft, id, fields))}
              onMove={move}
              onRemove={(id) => change(draft.filter((each) => each.id !== id))}
            />
          </Part>
        ))}
      </ol>
      <div>
        <Button
          icon={<Plus />}
          disabledReason={
            draft.length >= limits.columnsMax
              ? `A board has at most ${limits.columnsMax} columns.`
              : undefined
          }
          onClick={() => change(withNewColumn(draft, saved))}
        >
          Add column
        </Button>
      </div>
      {isOutdated ? (
        <Alert
          tone="warning"
          action={
            <Button size="sm" disabled={isBusy} onClick={discard}>
              Load the current columns
            </Button>
          }
        >
          Someone else changed the columns. Your changes are still here, but not saved.
        </Alert>
      ) : (
        faults.whole !== null && <Alert tone="danger">{faults.whole}</Alert>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <span role="status" className="mr-auto text-xs text-soft">
          {status}
        </span>
        {isChanged && (
          <Button variant="ghost" disabled={isBusy} onClick={discard}>
            Discard changes
          </Button>
        )}
        <Button type="submit" variant="primary" busy={isBusy} disabled={!isChanged}>
          Save columns
        </Button>
      </div>
    </Form>
  );
}

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
            className="relative flex size-8 cursor-pointer items-center justify-center rounded-sm border border-transparent text-soft transition-colors hover:bg-hover hover:text-ink has-checked:border-focus has-checked:bg-selected has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-focus pointer-coarse:size-11"
          >
            <Radio
              name={id}
              aria-label={choice.name}
              isChosen={choice.value === value}
              onChoose={() => onValueChange(choice.value)}
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
  neutral: 'Grey',
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
function ColumnFields(props: {
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
              picture: <ToneDot tone={each} />,
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
                const picture = <Icon className="size-4" />;
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

function ToneDot({ tone }: { tone: ColumnTone }): ReactNode {
  return (
    <span
      aria-hidden="true"
      data-swatch
      data-tone={tone}
      className="size-5 rounded-full bg-(--tone-solid)"
    />
  );
}
