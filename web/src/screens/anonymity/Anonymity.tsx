// Printable evidence that nobody can tell who wrote what in an anonymous meeting.
import { useQuery } from '@tanstack/react-query';
import type { MeetingId } from '@wentwell/contract/ids';
import {
  AnonymityEvidence,
  countingRule,
  keepingRules,
  notCovered,
  placeNames,
  type StoredRows,
  writtenTotals,
} from '@wentwell/contract/meetings/anonymity';
import { countText } from '@wentwell/contract/report/meeting-report';
import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';

import { readQuery } from '#web/api/queries';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';
import { LoadingBars, LoadFailure } from '#web/ui/feedback/Loading.tsx';
import { formatDateAndTime } from '#web/ui/formats';
import { BackLink } from '#web/ui/layout/BackLink.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { usePageTitle } from '#web/ui/layout/page-title';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { type Column, Table } from '#web/ui/layout/Table.tsx';

export function Anonymity({ meetingId }: { meetingId: MeetingId }): ReactNode {
  usePageTitle('Evidence of Anonymity');
  const query = useQuery(
    readQuery(['anonymity', meetingId], {
      path: `/api/v1/meetings/${meetingId}/anonymity`,
      schema: AnonymityEvidence,
    }),
  );
  const evidence = query.data;
  return (
    <>
      <BackLink meetingId={meetingId}>Back to the meeting</BackLink>
      <PageHeader
        title="Evidence of anonymity"
        description={
          evidence &&
          `${evidence.meeting_name} · counted ${formatDateAndTime(new Date(evidence.counted_at))}`
        }
        actions={
          evidence && (
            <Button icon={<Printer />} onClick={() => print()}>
              Print
            </Button>
          )
        }
      />
      {evidence && <Evidence evidence={evidence} />}
      {query.isPending && <LoadingBars height={196} />}
      {query.isError && <LoadFailure title="There is no evidence to show" query={query} />}
    </>
  );
}

const untold = 'not told';

function column(header: string, valueOf: (rows: StoredRows) => number | null): Column<StoredRows> {
  return {
    header,
    align: 'end',
    phone: 'half',
    cell: (rows) => <span className="tabular-nums">{valueOf(rows) ?? untold}</span>,
  };
}

const kind: Column<StoredRows> = {
  header: 'Rows',
  lead: true,
  cell: ({ title, holds }) => (
    <>
      <span className="font-semibold">{title}</span>
      <span className="block text-sm font-normal text-soft">{holds}</span>
    </>
  ),
};
const place: Column<StoredRows> = {
  header: 'Where',
  cell: (rows) => placeNames[rows.place],
};
const writtenColumns = [
  kind,
  place,
  column('Number', ({ rows }) => rows),
  column('With a person', (rows) => rows.with_person),
];
const namedColumns = [
  kind,
  place,
  column('With a person', (rows) => rows.with_person),
  column('Beside a text', (rows) => rows.with_both),
];

const keyOf = (rows: StoredRows) => `${rows.place} ${rows.title}`;

function Evidence({ evidence }: { evidence: AnonymityEvidence }): ReactNode {
  const { written, named, backup, answers_min: answersMin, tables } = evidence;
  const { rows, withPerson } = writtenTotals(evidence);
  return (
    <>
      <Part>
        <p className="text-soft">
          <strong
            className={`block text-xl font-bold tabular-nums ${withPerson > 0 ? 'text-danger-text' : 'text-ink'}`}
          >
            {withPerson} of {rows}
          </strong>
          rows about what people wrote name a person. {tables} tables were searched.
        </p>
      </Part>
      <Card title="What people wrote">
        <Table label="What people wrote" columns={writtenColumns} rows={written} rowKey={keyOf} />
      </Card>
      <Card
        title="Where people are named"
        description="These rows name people for another reason, shown beside each."
      >
        <Table label="Where people are named" columns={namedColumns} rows={named} rowKey={keyOf} />
      </Card>
      <Card title="How long it is kept">
        <dl className="grid gap-3">
          {keepingRules(evidence).map(([what, rule]) => (
            <div key={what} className="flex flex-wrap justify-between gap-x-6">
              <dt className="font-semibold">{what}</dt>
              <dd className="text-soft">{rule}</dd>
            </div>
          ))}
        </dl>
      </Card>
      <Part>
        <div className="grid gap-3 text-sm text-soft">
          <p>
            A backup made now holds the same{' '}
            {backup.rows === null ? 'rows' : countText(backup.rows, 'row')} of this meeting, and no
            more names beside texts.{' '}
            {backup.last_at === null
              ? 'No backup has been made yet.'
              : `The newest is from ${formatDateAndTime(new Date(backup.last_at))}. Older ones still hold what has since been deleted.`}
          </p>
          <p>Moods and other answers are only shown once there are {answersMin}.</p>
          <p>{countingRule}</p>
          <p>{notCovered}</p>
        </div>
      </Part>
    </>
  );
}
