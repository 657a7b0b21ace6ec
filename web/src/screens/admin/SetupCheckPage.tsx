import { useMutation, useQueryClient, useQuery } from '@tanstack/react-query';
import { OutboxMail } from '@wentwell/contract/admin/admin-lists';
import {
  SetupCheck,
  setupSocketPath,
  socketCheck,
  socketHeldMs,
  TestMail,
} from '@wentwell/contract/admin/setup-check';
import { LiveTicket } from '@wentwell/contract/live/live';
import { CircleAlert, CircleCheck, CircleMinus, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { z } from 'zod';

import { readQuery } from '#web/api/queries';
import { apiOrigin, errorText, request } from '#web/api/request';
import { mailStates } from '#web/features/admin/admin.queries';
import { holdSocket } from '#web/live/held-socket';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';
import { LoadingBars, LoadFailure } from '#web/ui/feedback/Loading.tsx';
import { toast } from '#web/ui/feedback/toast';
import { Bar } from '#web/ui/layout/Bar.tsx';
import { Card } from '#web/ui/layout/Card.tsx';

const looks = {
  ok: { icon: CircleCheck, label: 'Fine', tone: 'text-success-text' },
  warning: { icon: TriangleAlert, label: 'Warning', tone: 'text-warning-text' },
  failed: { icon: CircleAlert, label: 'Failed', tone: 'text-danger-text' },
  skipped: { icon: CircleMinus, label: 'Not checked', tone: 'text-muted' },
} as const;

const path = '/api/v1/admin/setup-check';

export function SetupCheckPage(): ReactNode {
  const query = useQuery(
    readQuery(
      ['setup-check'],
      {
        path,
        query: { origin: location.origin, browser_time: new Date().toISOString() },
        schema: z.array(SetupCheck),
      },
      { retry: false },
    ),
  );
  return (
    <>
      <Card
        title="This server"
        description="Checks this server and its connections, like npm run doctor."
        actions={
          <Button size="sm" busy={query.isFetching} onClick={() => void query.refetch()}>
            Check again
          </Button>
        }
      >
        {query.data ? (
          <CheckLines checks={query.data} />
        ) : query.error ? (
          <LoadFailure title="The checks could not be run" query={query} />
        ) : (
          <div className="py-2">
            <LoadingBars rows={4} height={20} />
          </div>
        )}
      </Card>
      <SocketTest />
      <MailTest />
    </>
  );
}

function CheckLines({ checks }: { checks: readonly SetupCheck[] }): ReactNode {
  return (
    <ul className="-my-3 divide-y divide-line">
      {checks.map((check) => {
        const { icon: Icon, label, tone } = looks[check.state];
        return (
          <li key={check.title} className="flex gap-3 py-3">
            <Part>
              <Icon className={`mt-0.5 size-5 shrink-0 ${tone}`} />
              <div className="grid min-w-0 gap-0.5 wrap-anywhere">
                <p className="font-semibold">
                  {check.title} <span className={`text-xs font-semibold ${tone}`}>{label}</span>
                </p>
                <p className="text-soft">{check.detail}</p>
                {check.advice !== null && <p>{check.advice}</p>}
              </div>
            </Part>
          </li>
        );
      })}
    </ul>
  );
}

const neededSeconds = Math.round(socketHeldMs / 1000);

/** Runs for more than a minute while the page is open. */
function SocketTest(): ReactNode {
  const [heldMs, setHeldMs] = useState<number | null>(null);
  const [found, setFound] = useState<SetupCheck | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function run(): Promise<void> {
    const controller = new AbortController();
    running.current = controller;
    setFound(null);
    setHeldMs(0);
    try {
      setFound(await testSocket(setHeldMs, controller.signal));
    } catch (error) {
      if (controller.signal.aborted) return;
      setFound({
        title: 'A socket that stays open',
        state: 'failed',
        detail: errorText(error),
        advice: null,
      });
    }
    setHeldMs(null);
  }

  return (
    <Card
      title="Live socket"
      description={`Boards need sockets that stay open. This test holds one for ${neededSeconds} seconds, longer than a proxy's usual idle timeout.`}
      actions={
        <Button
          size="sm"
          disabledReason={heldMs === null ? undefined : 'The test is running'}
          onClick={() => void run()}
        >
          Test the socket
        </Button>
      }
    >
      {heldMs !== null && (
        <div className="grid gap-2">
          <Bar
            role="progressbar"
            aria-label="Time that the socket is open"
            aria-valuemin={0}
            aria-valuemax={neededSeconds}
            aria-valuenow={Math.min(neededSeconds, Math.floor(heldMs / 1000))}
            share={Math.min(1, heldMs / socketHeldMs)}
          />
          <p className="text-soft tabular-nums">
            Open for {Math.floor(heldMs / 1000)} of {neededSeconds} seconds. Stay on this page.
          </p>
        </div>
      )}
      <div role="status" className="empty:-mt-4">
        {found && <CheckLines checks={[found]} />}
      </div>
    </Card>
  );
}

const mailPollMs = 2000;

/** Polls the test email until it is sent. */
function MailTest(): ReactNode {
  const queries = useQueryClient();
  const sending = useMutation({
    mutationFn: () => request({ path: `${path}/mail`, method: 'POST', schema: TestMail }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['admin'] }),
    onError: toast.onError('The test email was not queued'),
  });
  const id = sending.data?.mail_id;
  const { data: mail } = useQuery(
    readQuery(
      ['test-mail', id],
      { path: `/api/v1/admin/mails/${id}`, schema: OutboxMail },
      {
        enabled: id !== undefined,
        refetchInterval: ({ state: { data } }) => (data?.state === 'sent' ? false : mailPollMs),
      },
    ),
  );
  return (
    <Card
      title="Test email"
      description="Sent to your account's address. Check your inbox and spam folder."
      actions={
        <Button size="sm" busy={sending.isPending} onClick={() => sending.mutate()}>
          Send a test email
        </Button>
      }
    >
      <div role="status" className="empty:-mt-4">
        {mail && (
          <p className="flex flex-wrap items-center gap-2 wrap-anywhere">
            <Badge tone={mailStates[mail.state].tone}>{mailStates[mail.state].label}</Badge>
            <span className="text-soft">
              to {mail.recipient}
              {mail.last_error !== null && `: ${mail.last_error}`}
            </span>
          </p>
        )}
      </div>
    </Card>
  );
}

/** Opens a test socket and keeps it idle longer than proxies allow; `onHeld` is called every second. */
async function testSocket(
  onHeld: (heldMs: number) => void,
  signal: AbortSignal,
): Promise<SetupCheck> {
  const { ticket } = await request({
    path: `${path}/socket`,
    method: 'POST',
    schema: LiveTicket,
    signal,
  });
  const origin = (apiOrigin() || location.origin).replace(/^http/, 'ws');
  const url = `${origin}${setupSocketPath}?token=${ticket}`;
  return socketCheck(
    await holdSocket(url, { forMs: socketHeldMs, onHeld, signal }),
    'This browser',
  );
}
