import { useQuery } from '@tanstack/react-query';
import type { TeamId } from '@wentwell/contract/ids';
import { MeetingStart } from '@wentwell/contract/meeting-lists';
import type { ReactNode } from 'react';

import { readQuery } from '#web/api/queries';
import {
  CreateMeetingDialog,
  type CreateMeetingDialogProps,
  type TemplateFieldProps,
} from '#web/features/meetings/CreateMeetingDialog.tsx';
import { meetingKeys } from '#web/features/meetings/meetings.queries';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';

const TemplateField = lazyPart(
  () => import('#web/features/templates/TemplateField.tsx'),
  'TemplateField',
);

const placeholder = <Skeleton height={108} />;

/** Loads the team's last settings, the new meeting's default. */
function LastOrTemplate(props: TemplateFieldProps): ReactNode {
  const { data, isPending } = useQuery(meetingStartQuery(props.teamId));
  if (isPending) return placeholder;
  const last = data?.last_meeting_id ? data.columns : null;
  return <TemplateField fallback={placeholder} key={props.teamId} last={last} {...props} />;
}

export function NewMeetingDialog(
  props: Omit<CreateMeetingDialogProps, 'templateField'>,
): ReactNode {
  return (
    <CreateMeetingDialog {...props} templateField={(field) => <LastOrTemplate {...field} />} />
  );
}

/** The team's last columns and settings (docs/retro.md R-193). */
function meetingStartQuery(teamId: TeamId) {
  return readQuery([...meetingKeys.ofTeam(teamId), 'start'], {
    path: `/api/v1/teams/${teamId}/meeting-start`,
    schema: MeetingStart,
  });
}
