import { MailState, OutboxMail } from '@wentwell/contract/admin/admin-lists';
import { type ReactNode, useState } from 'react';

import { adminPath, mailStates } from '#web/features/admin/admin.queries';
import { ActButton, AdminList, useAdminList } from '#web/features/admin/AdminList.tsx';
import { TwoLines } from '#web/features/admin/Moment.tsx';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';

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
