import { TeamDirectoryEntry } from '@wentwell/contract/admin/admin-lists';
import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';

import { useAdminAct } from '#web/features/admin/admin.queries';
import { AdminList, useAdminList, useSearch } from '#web/features/admin/AdminList.tsx';
import { TwoLines } from '#web/features/admin/Moment.tsx';
import { useRetentionText } from '#web/features/auth/kept-deleted';
import { IconButton } from '#web/ui/buttons/IconButton.tsx';
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';
import { useDialog } from '#web/ui/overlays/use-dialog.tsx';

export function Teams(): ReactNode {
  const [search, field] = useSearch('Search team');
  const list = useAdminList('teams', TeamDirectoryEntry, { search });
  const act = useAdminAct();
  const deleting = useDialog<TeamDirectoryEntry>();
  const keptFor = useRetentionText();
  return (
    <>
      <AdminList
        label="Teams"
        list={list}
        empty={{ title: 'No teams match', text: 'Search for another name.' }}
        filters={field}
        columns={[
          { header: 'Team', lead: true, cell: ({ name }) => <TwoLines name={name} /> },
          {
            header: 'Admins',
            cell: ({ admin_emails }) => (
              <span className="block text-soft wrap-anywhere @4xl:min-w-44">
                {admin_emails.join(', ') || '–'}
              </span>
            ),
          },
          {
            header: 'Members',
            phone: 'half',
            cell: ({ member_count }) => member_count,
          },
          {
            header: 'Meetings',
            phone: 'half',
            cell: ({ meeting_count }) => meeting_count,
          },
          { header: 'Last meeting', at: ({ last_meeting_at }) => last_meeting_at, look: 'day' },
          { header: 'Since', at: ({ created_at }) => created_at, look: 'day' },
          {
            header: 'Actions',
            align: 'end',
            phone: 'corner',
            cell: (team) => (
              <span className="-mr-2 flex justify-end">
                <IconButton
                  label={`Delete ${team.name}`}
                  icon={<Trash2 />}
                  tone="danger"
                  side="left"
                  onClick={() => deleting.open(team)}
                />
              </span>
            ),
          },
        ]}
      />
      {deleting.render((dialog, { id, name }) => (
        <ConfirmDialog
          {...dialog}
          title={`Delete ${name}?`}
          description={`This deletes the team and its meetings. You can restore it under Deleted${keptFor}.`}
          confirmLabel="Delete"
          tone="danger"
          onConfirm={() =>
            act.mutateAsync({
              path: `/api/v1/teams/${id}`,
              method: 'DELETE',
              done: `${name} is deleted.`,
              failed: 'The team could not be deleted',
            })
          }
        />
      ))}
    </>
  );
}
