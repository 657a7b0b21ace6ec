import { useQuery } from '@tanstack/react-query';
import type { TeamId, TemplateId } from '@wentwell/contract/ids';
import type { Column } from '@wentwell/contract/notes/columns';
import { type ReactNode, useId, useState } from 'react';

import { errorText } from '#web/api/request';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';
import { Radio } from '#web/ui/forms/Radio.tsx';

import { ChosenColumns, columnsLoading } from './ChosenColumns.tsx';
import { columnTitles, type TemplateChoice, templateChoices } from './template-choices.ts';
import { TemplatePicture } from './TemplatePicture.tsx';
import { templatesQuery } from './templates.queries.ts';

/** Chooses the new meeting's template. Default: the team's last settings (docs/retro.md R-193). */
export function TemplateField(props: {
  teamId: TeamId;
  /** The columns of the team's last meeting; null without one. */
  last: readonly Column[] | null;
  value: TemplateId | null;
  onValueChange: (id: TemplateId | null) => void;
}): ReactNode {
  const { teamId, last, value, onValueChange } = props;
  const { data, error, refetch } = useQuery(templatesQuery(teamId));
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  const choices = data ? templateChoices(data, last) : [];
  const chosen = choices.find(({ id }) => id === value) ?? choices[0];
  if (error && !data) {
    return (
      <Alert
        tone="warning"
        title="The templates could not be loaded."
        action={
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        }
      >
        {errorText(error)} The meeting will use the columns of the team's last meeting.
      </Alert>
    );
  }
  if (!chosen) return columnsLoading;
  return (
    <div className="grid gap-1.5">
      <span id={`${listId}-label`} className="font-medium text-ink">
        Columns
      </span>
      {!isOpen && (
        <ChosenColumns
          picture={<TemplatePicture columns={chosen.columns} />}
          button={
            <Button
              size="sm"
              aria-expanded={false}
              aria-label={`Change the columns: ${chosen.name}`}
              onClick={() => setOpen(true)}
            >
              Change
            </Button>
          }
        >
          <span className="font-semibold wrap-anywhere">{chosen.name}</span>
          <span className="line-clamp-2 text-xs text-soft" title={columnTitles(chosen.columns)}>
            {chosen.hint}
          </span>
        </ChosenColumns>
      )}
      {isOpen && (
        <Choices
          labelledBy={`${listId}-label`}
          choices={choices}
          value={chosen.id}
          onChoose={onValueChange}
        />
      )}
    </div>
  );
}

/** The button that opened the choices is gone. */
function focus(chosen: HTMLInputElement | null): void {
  chosen?.focus();
}

function Choices(props: {
  labelledBy: string;
  choices: readonly TemplateChoice[];
  value: TemplateId | null;
  onChoose: (id: TemplateId | null) => void;
}): ReactNode {
  const { labelledBy, choices, value, onChoose } = props;
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-labelledby={labelledBy}
      className="grid grid-cols-[repeat(auto-fill,minmax(min(8.5rem,100%),1fr))] gap-2 sm:grid-cols-3"
    >
      {choices.map((choice) => (
        <Part key={choice.id ?? 'last'}>
          <label className="relative grid min-w-0 cursor-pointer content-start gap-1.5 rounded-md border border-control bg-card p-2 transition-colors hover:border-control-hover hover:bg-hover has-checked:border-focus has-checked:bg-selected has-checked:ring-1 has-checked:ring-focus has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
            <Radio
              ref={choice.id === value ? focus : undefined}
              name={name}
              isChosen={choice.id === value}
              onChoose={() => onChoose(choice.id)}
            />
            <TemplatePicture columns={choice.columns} />
            <span className="line-clamp-2 text-sm font-semibold wrap-anywhere" title={choice.name}>
              {choice.name}
            </span>
            <span className="line-clamp-2 text-xs text-soft" title={columnTitles(choice.columns)}>
              {choice.hint}
            </span>
          </label>
        </Part>
      ))}
    </div>
  );
}
