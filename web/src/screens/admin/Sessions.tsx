import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { adminPath, sessionsQuery, useAdminAct } from '#web/features/admin/admin.queries';
import { AdminList, SearchField, useSearchedPage } from '#web/features/admin/AdminList.tsx';
import { Moment, TwoLines } from '#web/features/admin/Moment.tsx';
import { deviceOf } from '#web/features/auth/device-name';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Badge } from '#web/ui/feedback/Badge.tsx';

/** Where people are logged in. */
export function Sessions(): ReactNode {
  const { search, page, setPage, field } = useSearchedPage();
  const query = useQuery(sessionsQuery({ page, filters: { search } }));
  const act = useAdminAct();
  return (
    <AdminList
      label="Sessions"
      query={query}
      rowKey={({ id }) => id}
      page={page}
      onPage={setPage}
      empty={{ title: 'No session is like this', text: 'Search for another address.' }}
      filters={<SearchField label="Search address" field={field} />}
      columns={[
        {
          key: 'account',
          header: 'Account',
          lead: true,
          cell: ({ user }) => <TwoLines name={user.display_name} detail={user.email} />,
        },
        {
          key: 'device',
          header: 'Device',
          cell: ({ user_agent }) => (
            <span className="wrap-anywhere" title={user_agent}>
              {deviceOf(user_agent).name}
            </span>
          ),
        },
        {
          key: 'used',
          header: 'Last used',
          cell: ({ last_used_at }) => <Moment at={last_used_at} look="ago" />,
        },
        {
          key: 'opened',
          header: 'Logged in',
          cell: ({ created_at }) => <Moment at={created_at} look="day" />,
        },
        {
          key: 'ends',
          header: 'Ends',
          cell: ({ expires_at }) => <Moment at={expires_at} look="day" />,
        },
        {
          key: 'actions',
          header: 'Actions',
          align: 'end',
          cell: ({ id, user, current }) =>
            current ? (
              <Badge tone="green">This browser</Badge>
            ) : (
              <Button
                size="sm"
                aria-label={`End the session of ${user.display_name}`}
                busy={act.isPending && act.variables.path.endsWith(id)}
                onClick={() =>
                  act.mutate({
                    path: `${adminPath}/sessions/${id}`,
                    method: 'DELETE',
                    done: 'The session has ended.',
                    failed: 'The session could not be ended',
                  })
                }
              >
                End
              </Button>
            ),
        },
      ]}
    />
  );
}
