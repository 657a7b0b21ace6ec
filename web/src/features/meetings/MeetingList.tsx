import type { Meeting, MeetingForCaller } from '@wentwell/contract/meetings/meetings';
import type { Team } from '@wentwell/contract/teams/teams';
import { Eye, Pencil, Play, Trash2 } from 'lucide-react';

import { statusNow } from '#web/api/server-time';
import { IconButton, IconLink } from '#web/ui/buttons/IconButton.tsx';
import { quietLinkClass } from '#web/ui/buttons/link-class';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';
import { type Column, Table } from '#web/ui/layout/Table.tsx';
import { useDialog } from '#web/ui/overlays/use-dialog.tsx';
import { navigate } from '#web/ui/router/history';
import { Link } from '#web/ui/router/Link.tsx';

import { meetingActions } from './meeting-actions.ts';
import { startTimeText } from './meeting-schedule.ts';
import { MeetingStatusBadge } from './MeetingStatusBadge.tsx';

// Loaded late: closed dialogs, and a form with its library.
const StartMeetingDialog = lazyPart(() => import('./MeetingConfirms.tsx'), 'StartMeetingDialog');
const DeleteMeetingDialog = lazyPart(() => import('./MeetingConfirms.tsx'), 'DeleteMeetingDialog');
const EditMeetingDialog = lazyPart(() => import('./EditMeetingDialog.tsx'), 'EditMeetingDialog');

type RowAction = 'start' | 'edit' | 'delete';

export function MeetingList(props: {
  label: string;
  meetings: readonly MeetingForCaller[];
  teams: readonly Team[];
  /** Shows this many skeleton rows instead. */
  loadingRows?: number | undefined;
}) {
  const { label, meetings, teams, loadingRows } = props;
  const dialog = useDialog<{ action: RowAction; asked: Meeting }>();
  const columns: Column<MeetingForCaller>[] = [
    { header: 'Name', lead: true, cell: (meeting) => <NameLink meeting={meeting} /> },
    {
      header: 'Team',
      phone: 'left',
      cell: ({ team_id }) => {
        const name = teams.find(({ id }) => id === team_id)?.name;
        return (
          <span className="line-clamp-2 wrap-anywhere @2xl:min-w-20" title={name}>
            {name ?? 'Loading...'}
          </span>
        );
      },
    },
    {
      header: 'Start Time',
      phone: 'right',
      cell: ({ start_time }) => <StartTime instant={start_time} />,
    },
    {
      header: 'Status',
      phone: 'left',
      cell: (meeting) => <MeetingStatusBadge status={statusNow(meeting)} />,
    },
    {
      header: 'Actions',
      align: 'end',
      phone: 'right',
      cell: (meeting) => (
        <RowActions meeting={meeting} onAct={(action) => dialog.open({ action, asked: meeting })} />
      ),
    },
  ];

  return (
    <>
      <Table
        label={label}
        columns={columns}
        rows={meetings}
        rowKey={({ id }) => id}
        loadingRows={loadingRows}
      />
      {dialog.render((props, { action, asked }) => {
        const meeting = meetings.find(({ id }) => id === asked.id) ?? asked;
        if (action === 'edit') {
          return <EditMeetingDialog {...props} meeting={meeting} teams={teams} />;
        }
        if (action === 'delete') return <DeleteMeetingDialog {...props} meeting={meeting} />;
        return (
          <StartMeetingDialog
            {...props}
            meeting={meeting}
            onOpenMeeting={(id) => void navigate({ to: `/meetings/${id}` })}
          />
        );
      })}
    </>
  );
}

/** Disabled actions give their reason. */
function RowActions(props: { meeting: MeetingForCaller; onAct: (action: RowAction) => void }) {
  const { meeting, onAct } = props;
  const { id, name, abilities } = meeting;
  const actions = meetingActions(meeting, abilities);
  return (
    <span className="-mr-2 flex flex-wrap justify-end @xs:flex-nowrap">
      <IconLink label={`View ${name}`} icon={<Eye />} render={<Link to={`/meetings/${id}`} />} />
      {actions.start && (
        <IconButton
          label={`Start ${name}`}
          icon={<Play />}
          disabledReason={actions.start.reason}
          onClick={() => onAct('start')}
        />
      )}
      <IconButton
        label={`Edit ${name}`}
        icon={<Pencil />}
        disabledReason={actions.edit.reason}
        onClick={() => onAct('edit')}
      />
      <IconButton
        label={`Delete ${name}`}
        icon={<Trash2 />}
        tone="danger"
        disabledReason={actions.delete.reason}
        onClick={() => onAct('delete')}
      />
    </span>
  );
}

function NameLink({ meeting }: { meeting: Meeting }) {
  return (
    <Link to={`/meetings/${meeting.id}`} className={quietLinkClass}>
      <span className="line-clamp-2 wrap-anywhere @2xl:min-w-20" title={meeting.name}>
        {meeting.name}
      </span>
    </Link>
  );
}

function StartTime({ instant }: { instant: string | null }) {
  if (instant === null) return <span className="text-muted">{startTimeText(null)}</span>;
  return (
    <time dateTime={instant} className="block tabular-nums @2xl:min-w-24 @3xl:whitespace-nowrap">
      {startTimeText(instant)}
    </time>
  );
}
