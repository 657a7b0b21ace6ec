import { useQuery } from '@tanstack/react-query';
import { type DeletedKind, deletedKinds, SoftDeleteStats } from '@wentwell/contract/admin/admin';
import { withoutUnseen } from '@wentwell/contract/text/email';
import { RotateCcw, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import { readQuery } from '#web/api/queries';
import {
  adminKey,
  adminPath,
  type DeletedItem,
  deletedItemSchemas,
  useAdminAct,
} from '#web/features/admin/admin.queries';
import { ActButton, AdminList, useAdminList } from '#web/features/admin/AdminList.tsx';
import { TwoLines } from '#web/features/admin/Moment.tsx';
import { useRetentionText } from '#web/features/auth/kept-deleted';
import { IconButton } from '#web/ui/buttons/IconButton.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx';
import { type DialogProps, useDialog } from '#web/ui/overlays/use-dialog.tsx';
import { preview } from '#web/ui/preview';

const kindLabels: Record<DeletedKind, string> = {
  users: 'Accounts',
  teams: 'Teams',
  meetings: 'Meetings',
  notes: 'Notes',
  invitations: 'Invitations',
};

const deletesToo: Record<DeletedKind, string> = {
  users: 'With everything the person wrote. Their meetings go to another member of the team.',
  teams: 'With its meetings, notes, action items and invitations.',
  meetings: 'With its notes, votes, comments and history.',
  notes: 'With its comments, and from the history of its board.',
  invitations: 'With the emails sent for it.',
};

const nameShown = 60;

/** The id for records without text, such as a hidden note. */
function nameOf({ name, id }: DeletedItem): string {
  return preview(name, nameShown) || id;
}

function firstKind(counts: SoftDeleteStats | undefined): DeletedKind {
  return deletedKinds.find((each) => counts !== undefined && counts[each] > 0) ?? 'users';
}

export function Deleted(): ReactNode {
  const { data: counts } = useQuery(
    readQuery([...adminKey, 'deleted-counts'], {
      path: `${adminPath}/stats/soft-deletes`,
      schema: SoftDeleteStats,
    }),
  );
  const [chosen, setKind] = useState<DeletedKind | null>(null);
  const kind = chosen ?? firstKind(counts);
  // Kept from then on, even after its last entry is restored.
  if (chosen === null && counts) setKind(kind);
  const list = useAdminList(`deleted/${kind}`, deletedItemSchemas[kind]);
  const act = useAdminAct();
  const keptFor = useRetentionText();
  const deleting = useDialog<DeletedItem>();
  return (
    <>
      <AdminList
        label={`Deleted ${kindLabels[kind].toLowerCase()}`}
        list={list}
        empty={{
          title: `No deleted ${kindLabels[kind].toLowerCase()}`,
          text: `Deleted items stay here${keptFor}, unless someone restores them.`,
        }}
        filters={
          <SelectField
            label="Kind"
            hideLabel
            options={deletedKinds.map((value) => ({
              value,
              label: counts ? `${kindLabels[value]} (${counts[value]})` : kindLabels[value],
            }))}
            value={kind}
            onValueChange={setKind}
          />
        }
        columns={[
          {
            header: 'What',
            lead: true,
            cell: (thing) => <TwoLines name={nameOf(thing)} detail={thing.detail} />,
          },
          { header: 'Deleted', at: ({ deletedAt }) => deletedAt },
          {
            header: 'Actions',
            align: 'end',
            cell: (thing) => (
              <span className="-mr-2 flex items-center justify-end gap-1">
                <ActButton
                  icon={<RotateCcw />}
                  aria-label={`Restore ${nameOf(thing)}`}
                  act={{
                    path: `${adminPath}/restore/${kind}/${thing.id}`,
                    method: 'POST',
                    done: `${nameOf(thing)} is back.`,
                    failed: 'It could not be restored',
                  }}
                >
                  Restore
                </ActButton>
                <IconButton
                  label={`Delete ${nameOf(thing)} for good`}
                  icon={<Trash2 />}
                  tone="danger"
                  side="left"
                  onClick={() => deleting.open(thing)}
                />
              </span>
            ),
          },
        ]}
      />
      {deleting.render((dialog, thing) => (
        <TypedConfirmation
          {...dialog}
          name={nameOf(thing)}
          warning={`${deletesToo[kind]} This cannot be undone.`}
          busy={act.isPending}
          onConfirm={() =>
            act.mutate(
              {
                path: `${adminPath}/permanent/${kind}/${thing.id}`,
                method: 'DELETE',
                done: 'It is deleted for good.',
                failed: 'It could not be deleted for good',
              },
              { onSuccess: () => dialog.onOpenChange(false) },
            )
          }
        />
      ))}
    </>
  );
}

/** The name as displayed, without the ellipsis of a truncated one, which no keyboard has. */
function typeable(name: string): string {
  return withoutUnseen(name)
    .normalize('NFKC')
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .replace(/(?:…|\.{3})$/u, '');
}

/** Requires typing the name before a permanent deletion. */
function TypedConfirmation(
  props: DialogProps & {
    /** The text to type. */
    name: string;
    warning: string;
    busy: boolean;
    onConfirm: () => void;
  },
): ReactNode {
  const { name, warning, busy, onConfirm, ...dialog } = props;
  const [typed, setTyped] = useState('');
  const wanted = typeable(name);
  const isTyped = typeable(typed) === wanted;
  return (
    <FormDialog
      {...dialog}
      title="Delete for good?"
      description={`${name} is removed from the database.`}
      onSubmit={() => isTyped && onConfirm()}
      submitLabel="Delete for good"
      busy={busy}
      busyLabel="Deleting…"
      tone="danger"
      disabledReason={isTyped ? undefined : 'Type the name first'}
    >
      <Alert tone="warning">{warning}</Alert>
      <TextField
        label={`Type “${wanted}” to confirm`}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </FormDialog>
  );
}
