import { AuditAction, operatorName, NamedAuditEntry } from '@wentwell/contract/admin/admin';
import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import { dayAfter, isDay, midnightOf } from '#web/api/days';
import type { RequestOptions } from '#web/api/request';
import { serverNow } from '#web/api/server-time';
import { adminPath } from '#web/features/admin/admin.queries';
import { AdminList, useAdminList, useSearch } from '#web/features/admin/AdminList.tsx';
import { actionLabels, targetLabels } from '#web/features/admin/audit-words';
import { TwoLines } from '#web/features/admin/Moment.tsx';
import { saveAnswer } from '#web/features/report/save-answer';
import { Button } from '#web/ui/buttons/Button.tsx';
import { DateField } from '#web/ui/forms/DateField.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';

const actions = [
  { value: 'all', label: 'Everything' } as const,
  ...AuditAction.options.map((value) => ({ value, label: actionLabels[value] })),
];

/** Midnight of the reader's day plus `later` days. Undefined if the day is empty or incomplete. */
function startOfDay(day: string, later: number): string | undefined {
  return isDay(day) ? midnightOf(dayAfter(day, later)).toISOString() : undefined;
}

/** Actions of administrators, and of the operator's server commands. */
export function AuditLog(): ReactNode {
  const [search, field] = useSearch('Who: address');
  const [action, setAction] = useState<AuditAction | 'all'>('all');
  const [since, setSince] = useState('');
  const [until, setUntil] = useState('');
  const [exporting, setExporting] = useState(false);
  const filters = {
    who: search,
    ...(action !== 'all' && { action }),
    since: startOfDay(since, 0),
    // Includes the whole last day.
    until: startOfDay(until, 1),
  };
  const list = useAdminList('audit', NamedAuditEntry, filters);
  return (
    <AdminList
      label="Audit log"
      list={list}
      empty={{ title: 'Nothing here', text: 'Nothing matches.' }}
      filters={
        <>
          {field}
          <SelectField
            label="What"
            hideLabel
            options={actions}
            value={action}
            onValueChange={setAction}
          />
          <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-2 sm:w-80!">
            <DateField
              label="From"
              max={until}
              value={since}
              onChange={(event) => setSince(event.target.value)}
            />
            <DateField
              label="To"
              min={since}
              value={until}
              onChange={(event) => setUntil(event.target.value)}
            />
          </div>
          <span className="flex sm:ml-auto sm:w-auto!">
            <Button
              wide
              icon={<Download />}
              busy={exporting}
              onClick={() => {
                setExporting(true);
                void downloadAuditLog(filters).finally(() => setExporting(false));
              }}
            >
              Export NDJSON
            </Button>
          </span>
        </>
      }
      columns={[
        {
          header: 'What',
          lead: true,
          cell: ({ action: done, target_kind, target_name, target_id }) => (
            <TwoLines
              name={actionLabels[done]}
              detail={`${targetLabels[target_kind]} ${target_name ?? target_id}`}
            />
          ),
        },
        {
          header: 'Who',
          cell: ({ actor_email, actor_id }) => (
            <span className="block wrap-anywhere @4xl:min-w-44">
              {actor_email ?? actor_id ?? operatorName}
            </span>
          ),
        },
        { header: 'When', at: ({ at }) => at },
        {
          header: 'From',
          cell: ({ address, request_id }) => (
            <TwoLines
              name={<span className="font-normal">{address ?? 'Command line'}</span>}
              detail={request_id === null ? 'On the server' : `Request ${request_id.slice(0, 8)}`}
            />
          ),
        },
      ]}
    />
  );
}

function downloadAuditLog(query: RequestOptions['query']): Promise<void> {
  return saveAnswer({
    call: { path: `${adminPath}/audit/export`, query: query ?? {} },
    file: `wentwell-audit-${serverNow().toISOString().slice(0, 10)}.ndjson`,
    failed: 'The audit log could not be exported',
  });
}
