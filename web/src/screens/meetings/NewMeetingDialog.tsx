import { useQuery } from '@tanstack/react-query';
import type { Meeting } from '@wentwell/contract/meetings';
import { type ReactNode, Suspense } from 'react';

import {
  CreateMeetingDialog,
  type CreateMeetingDialogProps,
  type TemplateFieldProps,
} from '#web/features/meetings/CreateMeetingDialog.tsx';
import { teamMeetingsQuery } from '#web/features/meetings/meetings.queries';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';

const TemplateField = lazyPart(
  async () => (await import('#web/features/templates/TemplateField.tsx')).TemplateField,
);

const placeholder = <Skeleton height={108} />;

/** As the server finds it (docs/retro.md R-193). */
function findLast(meetings: readonly Meeting[]): Meeting | null {
  return meetings
    .filter(({ status, imported }) => status !== 'canceled' && !imported)
    .reduce<Meeting | null>(
      (last, each) => (last && last.created_at >= each.created_at ? last : each),
      null,
    );
}

/** What the team had last decides what the new meeting starts with. */
function LastOrTemplate(props: TemplateFieldProps): ReactNode {
  const { data, isPending } = useQuery(teamMeetingsQuery(props.teamId));
  if (isPending) return placeholder;
  return (
    <Suspense fallback={placeholder}>
      <TemplateField key={props.teamId} last={findLast(data ?? [])?.columns ?? null} {...props} />
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
