import type { Meeting, MeetingForCaller } from '@wentwell/contract/meetings';
import type { Team } from '@wentwell/contract/teams';

import { statusNow } from '#web/api/server-time';
import { quietLinkClass } from '#web/ui/buttons/link-class';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';
import { type Column, Table } from '#web/ui/layout/Table.tsx';
import { useDialog } from '#web/ui/overlays/use-dialog.tsx';
import { Link } from '#web/ui/router/Link.tsx';

import { meetingActions } from './meeting-actions.ts';
import { startTimeText } from './meeting-schedule.ts';
import { type RowAction, MeetingRowActions } from './MeetingRowActions.tsx';
import { MeetingStatusBadge } from './MeetingStatusBadge.tsx';

// Loaded late: closed dialogs, and a form with its library.
const StartMeetingDialog = lazyPart(() => import('./StartMeetingDialog.tsx'), 'StartMeetingDialog');
const DeleteMeetingDialog = lazyPart(
  () => import('./DeleteMeetingDialog.tsx'),
  'DeleteMeetingDialog',
);
const EditMeetingDialog = lazyPart(() => import('./EditMeetingDialog.tsx'), 'EditMeetingDialog');

export function MeetingList(props: {
  label: string;
  meetings: readonly MeetingForCaller[];
  teams: readonly Team[];
  onOpenMeeting: (meetingId: Meeting['id']) => void;
  loadingRows?: number | undefined;
}) {
  const { label, meetings, teams, onOpenMeeting, loadingRows } = props;
  const dialog = useDialog<{ action: RowAction; asked: Meeting }>();

  return (
    <>
      <MeetingsTable
        label={label}
        meetings={meetings}
        teamName={(teamId) => teams.find((team) => team.id === teamId)?.name}
        onAct={(action, asked) => dialog.ask({ action, asked })}
        loadingRows={loadingRows}
      />
      {dialog.draw((props, { action, asked }) => {
        const meeting = meetings.find(({ id }) => id === asked.id) ?? asked;
        if (action === 'edit') {
          return <EditMeetingDialog {...props} meeting={meeting} teams={teams} />;
        }
        if (action === 'delete') return <DeleteMeetingDialog {...props} meeting={meeting} />;
        return <StartMeetingDialog {...props} meeting={meeting} onOpenMeeting={onOpenMeeting} />;
      })}
    </>
  );
}

function MeetingsTable(props: {
  label: string;
  meetings: readonly MeetingForCaller[];
  /** Undefined while loading. */
  teamName: (teamId: Meeting['team_id']) => string | undefined;
  onAct: (action: RowAction, meeting: Meeting) => void;
  /** Shows this many skeleton rows instead. */
  loadingRows?: number | undefined;
}) {
  const { label, meetings, teamName, onAct, loadingRows } = props;
  const columns: Column<MeetingForCaller>[] = [
    { header: 'Name', lead: true, cell: (meeting) => <NameLink meeting={meeting} /> },
    {
      header: 'Team',
      cell: ({ team_id }) => (
        <span className="line-clamp-2 wrap-anywhere @2xl:min-w-18" title={teamName(team_id)}>
          {teamName(team_id) ?? 'Loading...'}
        </span>
      ),
    },
    {
      header: 'Start Time',
      cell: ({ start_time }) => <StartTime instant={start_time} />,
    },
    {
      header: 'Status',
      cell: (meeting) => <MeetingStatusBadge status={statusNow(meeting)} />,
    },
    {
      header: 'Actions',
      align: 'end',
      cell: (meeting) => (
        <MeetingRowActions
          meeting={meeting}
          actions={meetingActions(meeting, meeting.abilities)}
          onAct={onAct}
        />
      ),
    },
  ];
  return (
    <Table
      label={label}
      columns={columns}
      rows={meetings}
      rowKey={(meeting) => meeting.id}
      loadingRows={loadingRows}
    />
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
