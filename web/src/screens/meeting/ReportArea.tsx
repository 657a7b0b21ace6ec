import { useQuery } from '@tanstack/react-query';
import type { Board } from '@wentwell/contract/board';
import type { UserId } from '@wentwell/contract/ids';
import { meetingReport } from '@wentwell/contract/meeting-report';
import { titleOfTopic } from '@wentwell/contract/topics';
import { type ReactNode, useMemo } from 'react';

import { NoteText } from '#web/features/notes/NoteText.tsx';
import { MeetingReport } from '#web/features/report/MeetingReport.tsx';
import { ownTeamQuery } from '#web/features/teams/teams.queries';
import type { Person } from '#web/ui/identity/Avatar.tsx';

/** The report on a meeting that is over. */
export function ReportArea(props: {
  board: Board;
  personOf: (userId: UserId) => Person;
}): ReactNode {
  const { board, personOf } = props;
  const report = useMemo(() => meetingReport(board, titleOfTopic), [board]);
  const team = useQuery(ownTeamQuery(board.meeting.team_id)).data;
  return (
    <MeetingReport
      report={report}
      teamName={team?.name ?? null}
      personOf={personOf}
      textOf={textOf}
    />
  );
}

function textOf(content: string): ReactNode {
  return <NoteText content={content} />;
}
