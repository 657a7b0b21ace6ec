import { useQuery } from '@tanstack/react-query';
import { refusalText } from '@wentwell/contract/errors';
import type { TeamId, TemplateId } from '@wentwell/contract/ids';
import type { MeetingSettings } from '@wentwell/contract/meetings/meetings';
import { TemplateName, type Template, templatePolicy } from '@wentwell/contract/meetings/templates';
import type { Column } from '@wentwell/contract/notes/columns';
import type { TeamContext } from '@wentwell/contract/teams/teams';
import { Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import { errorText } from '#web/api/request';
import { useSentText } from '#web/api/use-sent-text';
import { Button } from '#web/ui/buttons/Button.tsx';
import { IconButton } from '#web/ui/buttons/IconButton.tsx';
import { LoadFailure } from '#web/ui/feedback/Loading.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { toast } from '#web/ui/feedback/toast';
import { Form } from '#web/ui/forms/Form.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { TitledSection } from '#web/ui/layout/TitledSection.tsx';
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';
import { useDialog } from '#web/ui/overlays/use-dialog.tsx';

import { columnTitles } from './template-choices.ts';
import { TemplatePicture } from './TemplatePicture.tsx';
import { templatesQuery, useTemplateChanges } from './templates.queries.ts';

/** A team's templates: all can be used; its own can be saved, renamed and deleted. */
export function TemplateLibrary(props: {
  teamId: TeamId;
  who: TeamContext;
  current: { columns: readonly Column[]; settings: MeetingSettings };
  whyNotUse: string | undefined;
  onUse: (template: Template) => void;
}): ReactNode {
  const { teamId, who, current, whyNotUse, onUse } = props;
  const query = useQuery(templatesQuery(teamId));
  const { data, error } = query;
  const { save, change, remove } = useTemplateChanges(teamId);
  const [renaming, setRenaming] = useState<TemplateId | null>(null);
  const deleting = useDialog<Template>();
  const whyNotSave = refusalText(templatePolicy.create(who));

  async function saveNew(name: string): Promise<void> {
    await save.mutateAsync({ name, columns: [...current.columns], settings: current.settings });
    toast.success({ title: `Template “${name}” saved for the team` });
  }

  async function rename(id: TemplateId, name: string): Promise<void> {
    await change.mutateAsync({ id, fields: { name } });
    setRenaming(null);
  }

  if (error && !data)
    return <LoadFailure title="The templates could not be loaded." query={query} />;
  const own = data?.filter(({ built_in }) => !built_in) ?? [];
  const builtIn = data?.filter(({ built_in }) => built_in) ?? [];
  return (
    <div className="grid gap-6">
      {whyNotSave === undefined && (
        <TemplateNameForm
          label="Save the columns and settings of this board as a template"
          name=""
          submitLabel="Save template"
          onSave={saveNew}
        />
      )}
      {whyNotUse !== undefined && <p className="text-sm text-soft">{whyNotUse}</p>}
      {!data && <Skeleton height={240} />}
      {own.length > 0 && (
        <TitledSection title="Templates of your team" className="gap-2">
          <ul className="grid gap-2">
            {own.map((template) => (
              <li key={template.id} className="rounded-md border border-line p-2">
                {renaming === template.id ? (
                  <TemplateNameForm
                    label={`New name of ${template.name}`}
                    name={template.name}
                    submitLabel="Rename"
                    onSave={(name) => rename(template.id, name)}
                    onCancel={() => setRenaming(null)}
                  />
                ) : (
                  <TemplateRow template={template} whyNotUse={whyNotUse} onUse={onUse}>
                    <IconButton
                      label={`Rename ${template.name}`}
                      icon={<Pencil />}
                      disabledReason={refusalText(templatePolicy.change(who, template))}
                      onClick={() => setRenaming(template.id)}
                    />
                    <IconButton
                      label={`Delete ${template.name}`}
                      icon={<Trash2 />}
                      tone="danger"
                      disabledReason={refusalText(templatePolicy.change(who, template))}
                      onClick={() => deleting.open(template)}
                    />
                  </TemplateRow>
                )}
              </li>
            ))}
          </ul>
        </TitledSection>
      )}
      {builtIn.length > 0 && (
        <TitledSection title="Built-in templates" className="gap-2">
          <ul className="grid gap-2">
            {builtIn.map((template) => (
              <li key={template.id} className="rounded-md border border-line p-2">
                <TemplateRow template={template} whyNotUse={whyNotUse} onUse={onUse} />
              </li>
            ))}
          </ul>
        </TitledSection>
      )}
      {deleting.render((dialog, { id, name }) => (
        <ConfirmDialog
          {...dialog}
          title="Delete Template"
          description={`“${name}” will no longer be available. Meetings that use it stay the same.`}
          confirmLabel="Delete"
          tone="danger"
          busyLabel="Deleting…"
          onConfirm={() =>
            remove.mutateAsync(id, { onError: toast.onError('Failed to delete the template') })
          }
        />
      ))}
    </div>
  );
}

function TemplateRow(props: {
  template: Template;
  whyNotUse: string | undefined;
  onUse: (template: Template) => void;
  children?: ReactNode;
}): ReactNode {
  const { template, whyNotUse, onUse, children } = props;
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2">
      <span className="w-28 shrink-0 sm:w-40">
        <TemplatePicture columns={template.columns} />
      </span>
      <span className="grid min-w-28 flex-1 gap-0.5">
        <span className="font-semibold wrap-anywhere">{template.name}</span>
        <span className="text-xs text-soft">{columnTitles(template.columns)}</span>
      </span>
      <span className="ml-auto flex items-center gap-1">
        <Button
          size="sm"
          aria-label={`Use ${template.name}`}
          disabledReason={whyNotUse}
          onClick={() => onUse(template)}
        >
          Use
        </Button>
        {children}
      </span>
    </div>
  );
}

/** A one-line form for a template's name. A refused name stays for correction. */
function TemplateNameForm(props: {
  label: string;
  name: string;
  submitLabel: string;
  /** Rejects if the server refuses. */
  onSave: (name: string) => Promise<unknown>;
  onCancel?: () => void;
}): ReactNode {
  const { label, name, submitLabel, onSave, onCancel } = props;
  const { text: typed, keep, replaceSent, problem, setProblem } = useSentText(undefined, name);
  const [isBusy, setBusy] = useState(false);

  async function save(): Promise<void> {
    const parsed = TemplateName.safeParse(typed);
    setProblem(parsed.error?.issues[0]?.message);
    if (!parsed.success) return;
    setBusy(true);
    try {
      await onSave(parsed.data);
      replaceSent(typed, name);
    } catch (failure) {
      setProblem(errorText(failure));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Form className="flex flex-wrap items-end gap-2" onSubmit={save}>
      <div className="min-w-0 flex-1 basis-48">
        <TextField
          label={label}
          autoComplete="off"
          value={typed}
          error={problem}
          onChange={(event) => keep(event.target.value)}
        />
      </div>
      <Button type="submit" variant="primary" busy={isBusy}>
        {submitLabel}
      </Button>
      {onCancel && <Button onClick={onCancel}>Cancel</Button>}
    </Form>
  );
}
