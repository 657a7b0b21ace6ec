import { useQuery, useMutation } from '@tanstack/react-query';
import type { Meeting } from '@wentwell/contract/meetings/meetings';
import { SummaryMail } from '@wentwell/contract/report/summary-mail';
import { Mail } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import { readQuery } from '#web/api/queries';
import { sortableId } from '#web/api/random-ids';
import { request } from '#web/api/request';
import { Button } from '#web/ui/buttons/Button.tsx';
import { LoadFailure } from '#web/ui/feedback/Loading.tsx';
import { Spinner } from '#web/ui/feedback/Spinner.tsx';
import { toast } from '#web/ui/feedback/toast';
import { Avatar } from '#web/ui/identity/Avatar.tsx';
import { usePersonOf } from '#web/ui/identity/person';
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';
import { usePaletteCommands } from '#web/ui/overlays/palette-commands';

export function SendSummary(props: { meeting: Pick<Meeting, 'id' | 'settings'> }): ReactNode {
  const { meeting } = props;
  const personOf = usePersonOf();
  const [isOpen, setOpen] = useState(false);
  const path = `/api/v1/meetings/${meeting.id}/summary-mail`;
  const query = useQuery(
    readQuery(['summary mail', meeting.id], { path, schema: SummaryMail }, { enabled: isOpen }),
  );
  const sending = useMutation({
    mutationFn: () =>
      request({
        path,
        method: 'POST',
        headers: { 'Idempotency-Key': sortableId() },
        schema: SummaryMail,
      }),
    onSuccess: ({ recipients }) => {
      const people = recipients.length === 1 ? 'one person' : `${recipients.length} people`;
      toast.success({ title: `Summary sent to ${people}` });
    },
    onError: toast.onError('The summary was not sent'),
  });
  const recipients = query.data?.recipients ?? [];
  usePaletteCommands([
    {
      id: 'send-summary',
      group: 'Meeting',
      label: 'Send summary…',
      icon: <Mail />,
      keywords: ['email'],
      run: () => setOpen(true),
    },
  ]);

  return (
    <>
      <Button size="sm" icon={<Mail />} onClick={() => setOpen(true)}>
        Send summary
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Email the summary?"
        description={
          meeting.settings.anonymous
            ? 'The whole team gets the topics, the action items and a link.'
            : 'Everyone who took part gets the topics, the action items and a link.'
        }
        confirmLabel={recipients.length > 0 ? `Send to ${recipients.length}` : 'Send'}
        busyLabel="Sending…"
        onConfirm={() =>
          recipients.length > 0 ? sending.mutateAsync().catch(() => undefined) : undefined
        }
      >
        {query.isPending ? (
          <Spinner />
        ) : query.error ? (
          <LoadFailure title="The recipients could not be loaded" query={query} />
        ) : (
          <ul
            aria-label="Recipients"
            className="flex max-h-80 flex-col gap-2 overflow-y-auto text-sm"
          >
            {recipients.map((id) => (
              <li key={id} className="flex min-w-0 items-center gap-2">
                <Avatar person={personOf(id)} size="xs" decorative />
                <span className="truncate">{personOf(id).name}</span>
              </li>
            ))}
          </ul>
        )}
      </ConfirmDialog>
    </>
  );
}
