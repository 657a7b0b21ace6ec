import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';

import {
  CreateMeetingDialog,
  type CreateMeetingDialogProps,
  type TemplateFieldProps,
} from '#web/features/meetings/CreateMeetingDialog.tsx';
import { meetingStartQuery } from '#web/features/meetings/meeting-start.queries';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';

const TemplateField = lazyPart(
  async () => (await import('#web/features/templates/TemplateField.tsx')).TemplateField,
);

const placeholder = <Skeleton height={108} />;

/** What the team had last decides what the new meeting starts with. */
function LastOrTemplate(props: TemplateFieldProps): ReactNode {
  const { data, isPending } = useQuery(meetingStartQuery(props.teamId));
  if (isPending) return placeholder;
  const last = data?.last_meeting_id ? data.columns : null;
  return (
    <Suspense fallback={placeholder}>
      <TemplateField key={props.teamId} last={last} {...props} />
    </Suspense>
  );
}

export function NewMeetingDialog(
  props: Omit<CreateMeetingDialogProps, 'templateField'>,
): ReactNode {
  return (
    <CreateMeetingDialog {...props} templateField={(field) => <LastOrTemplate {...field} />} />
  );
}
