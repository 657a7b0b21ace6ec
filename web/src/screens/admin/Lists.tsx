import {
  MailState,
  OutboxMail,
  AccountSession,
  TeamDirectoryEntry,
} from '@wentwell/contract/admin/admin-lists';
import { Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import { adminPath, mailStates, useAdminAct } from '#web/features/admin/admin.queries';
import { ActButton, AdminList, useAdminList, useSearch } from '#web/features/admin/AdminList.tsx';
import { TwoLines } from '#web/features/admin/Moment.tsx';
import { deviceOf } from '#web/features/auth/device-name';
import { useRetentionText } from '#web/features/auth/kept-deleted';
import { IconButton } from '#web/ui/buttons/IconButton.tsx';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';
import { useDialog } from '#web/ui/overlays/use-dialog.tsx';

const choices = [
  { value: 'all', label: 'All emails' } as const,
  ...MailState.options.map((value) => ({ value, label: mailStates[value].label })),
];

export function Mail(): ReactNode {
  const [state, setState] = useState<MailState | 'all'>('all');
  const list = useAdminList('mails', OutboxMail, state === 'all' ? {} : { state });
  return (
    <AdminList
      label="Emails"
      list={list}
      empty={{
        title: 'No emails here',
        text: 'Sent emails are kept for a while, others until they can be sent.',
      }}
      filters={
        <SelectField
          label="State"
          hideLabel
          options={choices}
          value={state}
          onValueChange={setState}
        />
      }
      columns={[
        {
          header: 'Email',
          lead: true,
          cell: ({ subject, recipient }) => <TwoLines name={subject} detail={`to ${recipient}`} />,
        },
        {
          header: 'State',
          cell: (mail) => (
            <Badge tone={mailStates[mail.state].tone}>{mailStates[mail.state].label}</Badge>
          ),
        },
        { header: 'Tries', cell: ({ attempts }) => attempts },
        {
          header: 'Why it failed',
          cell: ({ last_error }) => (
            <span className="wrap-anywhere text-soft">{last_error ?? '–'}</span>
          ),
        },
        { header: 'Written', at: ({ created_at }) => created_at },
        {
          header: 'Sent, or next try',
          at: ({ sent_at, next_attempt_at }) => sent_at ?? next_attempt_at,
          look: 'ago',
        },
        {
          header: 'Actions',
          align: 'end',
          cell: ({ id, state: its, subject }) =>
            its === 'waiting' || its === 'given_up' ? (
              <ActButton
                aria-label={`Try again: ${subject}`}
                act={{
                  path: `${adminPath}/mails/${id}/retry`,
                  method: 'POST',
                  done: 'The email is being sent.',
                  failed: 'The email could not be tried again',
                }}
              >
                Try again
              </ActButton>
            ) : (
              <span className="text-muted">–</span>
            ),
        },
      ]}
    />
  );
}

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
