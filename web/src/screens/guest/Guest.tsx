// A guest's meeting, by link: name form, waiting for admission, and the board.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Me } from '@wentwell/contract/accounts/users';
import { GuestName } from '@wentwell/contract/guests/guest-changes';
import type { GuestInvitation, GuestSession } from '@wentwell/contract/guests/guests';
import { guestName } from '@wentwell/contract/live/live';
import { ArrowRight, Check } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';

import { ApiError, errorText, onUnauthorized, setBearer } from '#web/api/request';
import {
  requestAdmission,
  changeName,
  endedMeeting,
  guestSessionQuery,
  invitationQuery,
  isRefused,
  openClaim,
  leave,
  readGuestToken,
  storeGuestToken,
} from '#web/features/guests/guest-session';
import { useLinkSecret } from '#web/features/guests/link-secret';
import { MeetingPage } from '#web/screens/meeting/MeetingPage.tsx';
import { buttonClass } from '#web/ui/buttons/button-class';
import { Button } from '#web/ui/buttons/Button.tsx';
import { classNames } from '#web/ui/class-names';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Part, SmallPart } from '#web/ui/feedback/ErrorBoundary.tsx';
import { NotFound } from '#web/ui/feedback/illustrations.tsx';
import { Offline } from '#web/ui/feedback/OfflineDrawing.tsx';
import { Spinner } from '#web/ui/feedback/Spinner.tsx';
import { toast } from '#web/ui/feedback/toast';
import { Form } from '#web/ui/forms/Form.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { Avatar } from '#web/ui/identity/Avatar.tsx';
import { PersonColors } from '#web/ui/identity/person-colors';
import { usePageTitle } from '#web/ui/layout/page-title';
import { Wordmark } from '#web/ui/layout/Wordmark.tsx';
import { useStableCallback } from '#web/ui/use-stable-callback';

import { GuestFrame } from './GuestFrame.tsx';
import { Sheets } from './Sheets.tsx';

export function Guest(): ReactNode {
  const secret = useLinkSecret();
  return <GuestOfLink key={secret} secret={secret} />;
}

function GuestOfLink({ secret }: { secret: string }): ReactNode {
  const [token, setToken] = useState(() => readGuestToken(secret));
  const [notice, setNotice] = useState<string>();

  const keep = useStableCallback((next: string | null): void => {
    storeGuestToken(secret, next);
    setToken(next);
    setNotice(next === null ? 'You were not let in, or are no longer in this retro.' : undefined);
  });
  // A pending call may be refused after the guest has left.
  const onOut = useStableCallback(() => {
    if (token !== null) keep(null);
  });
  const onLeave = useStableCallback(async (): Promise<void> => {
    if (token === null) return;
    try {
      await leave(token);
    } catch (error) {
      toast.error({ title: 'Could not leave the retro.', description: errorText(error) });
      return;
    }
    keep(null);
    setNotice('You have left. Enter your name to come back.');
  });

  if (token === null) {
    return <Entry secret={secret} notice={notice} onEntered={keep} />;
  }
  return <Entered secret={secret} token={token} onOut={onOut} onLeave={onLeave} />;
}

function Page(props: { children: ReactNode; className?: string }): ReactNode {
  return (
    <div className="flex min-h-dvh flex-col bg-canvas">
      <header className="flex h-14 items-center border-b border-line px-4 sm:px-5">
        <Wordmark />
      </header>
      <main
        id="main"
        tabIndex={-1}
        className={classNames(
          'mx-auto grid w-full flex-1 content-center gap-6 p-4 outline-none',
          props.className,
        )}
        style={{ maxWidth: '29.5rem' }}
      >
        {props.children}
      </main>
    </div>
  );
}

/** Asks for a name; shows the meeting of the link, or that it is invalid. */
function Entry(props: {
  secret: string;
  /** Why a former guest sees this page again. */
  notice: string | undefined;
  onEntered: (token: string) => void;
}): ReactNode {
  const { secret, notice, onEntered } = props;
  const { data: invitation, error, refetch } = useQuery(invitationQuery(secret));
  usePageTitle(invitation?.meeting_name ?? 'Guest link');
  if (error) {
    const isGone = error instanceof ApiError && [404, 422].includes(error.status);
    const ended = isGone ? endedMeeting(secret) : null;
    return (
      <Page>
        <EmptyState
          illustration={isGone ? <NotFound /> : <Offline />}
          title={isGone ? 'This guest link no longer works' : 'The page could not load'}
          level={1}
          action={
            isGone ? (
              ended !== null && (
                <Button variant="primary" onClick={() => openClaim(ended)}>
                  Keep your work with an account
                </Button>
              )
            ) : (
              <Button onClick={() => void refetch()}>Try again</Button>
            )
          }
        >
          {isGone
            ? 'The retro is over, or the link was revoked. Ask the lead for a new one.'
            : errorText(error)}
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page className="flex-col max-sm:flex">
      {invitation ? (
        <>
          {notice !== undefined && <Alert tone="info">{notice}</Alert>}
          <Part>
            <InvitedTo invitation={invitation} />
          </Part>
          <Part>
            <NameForm
              label={invitation.admit ? 'Ask to come in' : 'Come in'}
              onName={async (name) =>
                onEntered((await requestAdmission(secret, name)).access_token)
              }
            />
          </Part>
          <Part>
            <ul className="grid gap-2 text-soft">
              {rights.map((right) => (
                <li key={right} className="flex items-center gap-3">
                  <Check className="size-4 shrink-0 text-success-text" />
                  {right}
                </li>
              ))}
            </ul>
          </Part>
          <SmallPart>
            <p className="mt-auto flex items-center justify-between border-line text-soft max-sm:justify-center sm:border-t sm:py-5">
              Have an account?
              <a href="/login" className={`${buttonClass({})} max-sm:border-0 max-sm:text-link`}>
                Log in
              </a>
            </p>
          </SmallPart>
        </>
      ) : (
        <div className="m-auto">
          <Spinner label="Loading" size="lg" />
        </div>
      )}
    </Page>
  );
}

const rights = [
  'Write, vote and comment in this one retro',
  "The team's other work stays private",
  'The link ends with the meeting',
];

function InvitedTo({ invitation }: { invitation: GuestInvitation }): ReactNode {
  const { invited_by: name, color, meeting_name, is_live, online } = invitation;
  return (
    <div
      data-tone="success"
      className="paper large-sheet flex items-start gap-4"
      style={{ padding: 'clamp(1.25rem, 5vw, 1.5rem)' }}
    >
      {name !== null && (
        <PersonColors value={new Map(color === null ? [] : [[name, color]])}>
          <Avatar decorative size="lg" person={{ id: name, name }} />
        </PersonColors>
      )}
      <div className="grid min-w-0 gap-2 pr-2 wrap-anywhere">
        <h1 className="text-xl font-bold" style={{ fontSize: 'clamp(1.5rem, 6vw, 1.75rem)' }}>
          {name === null ? 'You are invited' : `${name} invites you`} to {meeting_name}
        </h1>
        <p className="flex items-baseline gap-2 font-semibold">
          {is_live && <span className="size-2 shrink-0 rounded-full bg-success-solid" />}
          {!is_live
            ? 'Not live yet'
            : online === 1
              ? 'Live now, 1 person is here'
              : `Live now, ${online} people are here`}
        </p>
      </div>
    </div>
  );
}

/** `onName` rejects if the server refuses; the text stays. */
function NameForm(props: {
  label: string;
  name?: string;
  onName: (name: string) => Promise<void>;
}): ReactNode {
  const { label, onName } = props;
  const [name, setName] = useState(props.name ?? '');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function submit(): Promise<void> {
    const parsed = GuestName.safeParse(name);
    setError(parsed.error?.issues[0]?.message);
    if (!parsed.success) return;
    setBusy(true);
    try {
      await onName(parsed.data);
    } catch (failure) {
      setError(errorText(failure));
      setBusy(false);
    }
  }

  return (
    <Form className="grid gap-4" onSubmit={submit}>
      <TextField
        label="Your name"
        hint="Everyone in this retro sees it. No account, no address."
        autoComplete="name"
        autoFocus
        value={name}
        error={error}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" variant="primary" wide busy={isBusy}>
        {label}
        <ArrowRight />
      </Button>
    </Form>
  );
}

/** Waits for admission, then opens the board. */
function Entered(props: {
  secret: string;
  token: string;
  onOut: () => void;
  onLeave: () => Promise<void>;
}): ReactNode {
  const { secret, token, onOut, onLeave } = props;
  const { data: guest, error } = useQuery(guestSessionQuery(token));
  const isOut = isRefused(error);
  useEffect(() => {
    if (isOut) onOut();
  }, [isOut, onOut]);
  if (guest?.state === 'admitted') {
    return <GuestMeeting guest={guest} token={token} onOut={onOut} onLeave={onLeave} />;
  }
  return (
    <Page>
      {guest ? (
        <Waiting secret={secret} token={token} guest={guest} />
      ) : error && !isOut ? (
        <Alert tone="danger">{errorText(error)}</Alert>
      ) : (
        <Spinner label="Loading" size="lg" />
      )}
    </Page>
  );
}

function Waiting(props: { secret: string; token: string; guest: GuestSession }): ReactNode {
  const { secret, token, guest } = props;
  const { meeting_name, name } = guest;
  const { data: invitation } = useQuery(invitationQuery(secret));
  const queries = useQueryClient();
  const [isRenaming, setRenaming] = useState(false);
  usePageTitle(meeting_name);
  const host = invitation?.invited_by ?? 'The lead';
  return (
    <Part>
      <div className="grid justify-items-center gap-2 text-center wrap-anywhere" role="status">
        <Sheets />
        <h1 className="text-xl font-bold">{host} will let you in</h1>
        <SmallPart>
          <p className="text-soft">{meeting_name}</p>
        </SmallPart>
      </div>
      {isRenaming ? (
        <NameForm
          label="Change name"
          name={name}
          onName={async (next) => {
            const changed = await changeName(token, next);
            queries.setQueryData(guestSessionQuery(token).queryKey, changed);
            setRenaming(false);
          }}
        />
      ) : (
        <div className="flex flex-wrap items-center gap-4 rounded-lg border border-line bg-surface p-4">
          <div className="flex min-w-0 flex-auto items-center gap-4">
            <Avatar decorative size="row" person={{ id: guest.user_id, name }} />
            <div className="min-w-0">
              <p className="text-base font-semibold wrap-anywhere">{name}</p>
              <p className="text-xs text-soft">You asked to come in</p>
            </div>
          </div>
          <Button size="sm" onClick={() => setRenaming(true)}>
            Change name
          </Button>
        </div>
      )}
      <p className="order-last text-center text-xs text-muted">
        You'll join automatically. Just keep this page open.
      </p>
    </Part>
  );
}

function toUser({ user_id, name }: GuestSession): Me {
  return {
    id: user_id,
    email: '',
    first_name: name,
    last_name: '',
    display_name: guestName(name),
    full_name: name,
    is_active: true,
    is_superuser: false,
    is_verified: false,
    theme: null,
  };
}

/** The guest's board. From here on all calls of the page use the guest's session. */
function GuestMeeting(props: {
  guest: GuestSession;
  token: string;
  onOut: () => void;
  onLeave: () => Promise<void>;
}): ReactNode {
  const { guest, token, onOut, onLeave } = props;
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    setBearer(token);
    onUnauthorized(onOut);
    setReady(true);
    return () => setBearer(null);
  }, [token, onOut]);
  if (!isReady) return null;
  return (
    <GuestFrame user={toUser(guest)} token={token} onLeave={onLeave}>
      <MeetingPage
        meetingId={guest.meeting_id}
        missing={
          <EmptyState illustration={<NotFound />} title="This retro is over for guests" level={1}>
            It has ended, or no longer allows guests.
          </EmptyState>
        }
      />
    </GuestFrame>
  );
}
