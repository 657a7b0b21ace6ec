import { Ellipsis, Mail, Plus } from 'lucide-react';
import type { ReactNode } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';
import { IconButton } from '#web/ui/buttons/IconButton.tsx';
import { quietLinkClass } from '#web/ui/buttons/link-class';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { EmptyColumn } from '#web/ui/feedback/EmptyColumn.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { MailSent, NoInvitations, NoMembers, NotFound } from '#web/ui/feedback/illustrations.tsx';
import { NoMeetings } from '#web/ui/feedback/NoMeetings.tsx';
import { Offline } from '#web/ui/feedback/OfflineDrawing.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { Table, type Column } from '#web/ui/layout/Table.tsx';

type Row = {
  id: string;
  name: string;
  team: string;
  start: string;
  tone: 'blue' | 'green' | 'gray';
  status: string;
};

const rows: readonly Row[] = [
  {
    id: '1',
    name: 'Sprint 12 retrospective',
    team: 'Platform',
    start: '14 Mar 2025, 09:00',
    tone: 'green',
    status: 'Live',
  },
  {
    id: '2',
    name: 'Quarterly review of how we write things down',
    team: 'Payments',
    start: 'Not scheduled',
    tone: 'blue',
    status: 'Planned',
  },
  {
    id: '3',
    name: 'Sprint 11',
    team: 'Platform',
    start: '28 Feb 2025, 09:00',
    tone: 'gray',
    status: 'Closed',
  },
];

const columns: readonly Column<Row>[] = [
  {
    key: 'name',
    header: 'Name',
    lead: true,
    cell: (row) => (
      <a href="#row" className={quietLinkClass}>
        {row.name}
      </a>
    ),
  },
  { key: 'team', header: 'Team', cell: (row) => row.team },
  { key: 'start', header: 'Start Time', cell: (row) => row.start },
  { key: 'status', header: 'Status', cell: (row) => <Badge tone={row.tone}>{row.status}</Badge> },
  {
    key: 'actions',
    header: 'Actions',
    align: 'end',
    cell: (row) => <IconButton label={`Actions for ${row.name}`} icon={<Ellipsis />} />,
  },
];

const drawings = { NoMeetings, NoInvitations, NoMembers, NotFound, EmptyColumn, MailSent, Offline };

export function ListsCard(): ReactNode {
  return (
    <div className="grid min-w-0 gap-5">
      <Card title="Latest Meetings" actions={<Button size="sm">All meetings</Button>} flush>
        <Table label="Meetings list" columns={columns} rows={rows} rowKey={(row) => row.id} />
      </Card>
      <Card title="Loading" flush>
        <Table
          label="Loading"
          columns={columns}
          rows={[]}
          rowKey={(row) => row.id}
          loadingRows={2}
        />
      </Card>
      <Card title="Pending Invitations" icon={<Mail />}>
        <EmptyState illustration={<NoInvitations />} title="No Pending Invitations">
          When a team invites you, it shows here.
        </EmptyState>
      </Card>
      <div className="flex flex-wrap justify-center gap-4 rounded-lg bg-column-success p-4">
        <Button icon={<Plus />} wide>
          Add Note
        </Button>
        {Object.entries(drawings).map(([name, Drawing]) => (
          <Drawing key={name} />
        ))}
      </div>
    </div>
  );
}
