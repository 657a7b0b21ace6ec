import { AccountSession } from '@wentwell/contract/admin/admin-lists';
import type { ReactNode } from 'react';

import { adminPath } from '#web/features/admin/admin.queries';
import { ActButton, AdminList, useAdminList, useSearch } from '#web/features/admin/AdminList.tsx';
import { TwoLines } from '#web/features/admin/Moment.tsx';
import { deviceOf } from '#web/features/auth/device-name';
import { Badge } from '#web/ui/feedback/Badge.tsx';

export function Sessions(): ReactNode {
  const [search, field] = useSearch('Search address');
  const list = useAdminList('sessions', AccountSession, { search });
  return (
    <AdminList
      label="Sessions"
      list={list}
      empty={{ title: 'No sessions match', text: 'Search for another address.' }}
      filters={field}
      columns={[
        {
          header: 'Account',
          lead: true,
          cell: ({ user }) => <TwoLines name={user.display_name} detail={user.email} />,
        },
        {
          header: 'Device',
          cell: ({ user_agent }) => (
            <span className="wrap-anywhere" title={user_agent}>
              {deviceOf(user_agent).name}
            </span>
          ),
        },
        { header: 'Last used', at: ({ last_used_at }) => last_used_at, look: 'ago' },
        { header: 'Logged in', at: ({ created_at }) => created_at, look: 'day' },
        { header: 'Ends', at: ({ expires_at }) => expires_at, look: 'day' },
        {
          header: 'Actions',
          align: 'end',
          cell: ({ id, user, current }) =>
            current ? (
              <Badge tone="green">This browser</Badge>
            ) : (
              <ActButton
                aria-label={`End the session of ${user.display_name}`}
                act={{
                  path: `${adminPath}/sessions/${id}`,
                  method: 'DELETE',
                  done: 'The session has ended.',
                  failed: 'The session could not be ended',
                }}
              >
                End
              </ActButton>
            ),
        },
      ]}
    />
  );
}
