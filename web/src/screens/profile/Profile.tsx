import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { LoginInput, type OwnSession } from '@wentwell/contract/accounts/sessions';
import { type Identity, OwnSignIn } from '@wentwell/contract/accounts/sign-in';
import { KeyRound, Monitor, Smartphone } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';

import { readQuery } from '#web/api/queries';
import { relativeTime } from '#web/api/relative-time';
import { request } from '#web/api/request';
import { ownSessionsQuery } from '#web/features/auth/account.queries';
import { AccountFailure } from '#web/features/auth/AccountFailure.tsx';
import { ChangePasswordForm } from '#web/features/auth/ChangePasswordForm.tsx';
import { deviceOf } from '#web/features/auth/device-name';
import { ForgotPasswordDialog } from '#web/features/auth/ForgotPasswordDialog.tsx';
import { useErasureNotice } from '#web/features/auth/kept-deleted';
import { useChooseTheme } from '#web/features/auth/own-theme';
import { OwnPasswordField } from '#web/features/auth/OwnPasswordField.tsx';
import { ProfileForm } from '#web/features/auth/ProfileForm.tsx';
import { useMe } from '#web/features/auth/session.tsx';
import { useSignInWays } from '#web/features/auth/sign-in.queries';
import { MyBadges } from '#web/features/badges/Badges.tsx';
import { saveAnswer } from '#web/features/report/save-answer';
import { myTeamsQuery } from '#web/features/teams/teams.queries';
import { useSignOut } from '#web/screens/layouts/use-sign-out';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { SmallPart } from '#web/ui/feedback/ErrorBoundary.tsx';
import { LoadingBars, LoadFailure } from '#web/ui/feedback/Loading.tsx';
import { toast } from '#web/ui/feedback/toast';
import { Radio } from '#web/ui/forms/Radio.tsx';
import { Avatar } from '#web/ui/identity/Avatar.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx';
import { useDialog, type DialogProps } from '#web/ui/overlays/use-dialog.tsx';
import { listThemes, useTheme } from '#web/ui/theme';

function PasswordManagement(props: {
  email: string;
  /** False for accounts created through the identity provider. */
  hasPassword: boolean;
}) {
  const { email, hasPassword } = props;
  const resetting = useDialog();
  return (
    <Card
      title="Password Management"
      {...(!hasPassword && {
        description: 'Your account has no password. You log in without one.',
      })}
    >
      {hasPassword ? (
        <ChangePasswordForm email={email} onForgot={() => resetting.open()} />
      ) : (
        <div>
          <Button onClick={() => resetting.open()}>Set a password</Button>
        </div>
      )}
      {resetting.render((dialog) => (
        <ForgotPasswordDialog {...dialog} email={email} fixed />
      ))}
    </Card>
  );
}

const ownSignInQuery = readQuery(['own-sign-in'], {
  path: '/api/v1/me/sign-in',
  schema: OwnSignIn,
});

/** Renders nothing without linked identities. */
function LinkedSignIns() {
  const { data } = useQuery(ownSignInQuery);
  const queries = useQueryClient();
  const unlink = useMutation({
    mutationFn: ({ id }: Identity) =>
      request({ path: `/api/v1/me/identities/${id}`, method: 'DELETE' }),
    onSuccess: () => toast.success({ title: 'Unlinked.', duration: 3000 }),
    onError: toast.onError('Failed to unlink'),
    onSettled: () => queries.invalidateQueries(ownSignInQuery),
  });
  if (!data || data.identities.length === 0) return null;
  return (
    <Card title="Linked logins" description="These open your account without its password.">
      <ul className="divide-y divide-line rounded-md border border-line">
        {data.identities.map((identity) => (
          <li
            key={identity.id}
            className="flex min-h-16 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5"
          >
            <KeyRound className="size-5 shrink-0 text-muted" />
            <div className="grid min-w-0 flex-1 gap-0.5">
              <p className="font-semibold wrap-anywhere">{identity.provider}</p>
              <p className="text-xs wrap-anywhere text-muted">
                {identity.email !== '' && `${identity.email}, `}last used{' '}
                {relativeTime(identity.last_used_at)}
              </p>
            </div>
            <Button
              size="sm"
              aria-label={`Unlink ${identity.provider}`}
              busy={unlink.isPending && identity.id === unlink.variables.id}
              disabledReason={isLastWay(data) ? 'This is your only way to log in.' : undefined}
              onClick={() => unlink.mutate(identity)}
            >
              Unlink
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function isLastWay({ ways, identities }: OwnSignIn): boolean {
  return !ways.includes('password') && identities.length === 1;
}

export function Profile() {
  const me = useMe();
  const { byPassword } = useSignInWays();
  const hasPassword = useHasPassword();
  const deleting = useDialog();
  const fate = useErasureNotice();
  const signOut = useSignOut();
  // Without teams the card says how to earn a badge.
  const { teams = [] } = useQuery(myTeamsQuery()).data ?? {};
  const isRecognized = teams.length === 0 || teams.some(({ recognition }) => recognition);
  return (
    <div className="grid grid-cols-1 gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <header className="flex items-center gap-5 lg:col-span-2">
        <SmallPart>
          <Avatar person={{ id: me.id, name: me.display_name }} size="lg" decorative />
        </SmallPart>
        <div className="grid min-w-0 wrap-anywhere">
          <SmallPart>
            <h1 className="text-xl font-bold">Profile Settings</h1>
            <p className="text-soft">{me.display_name}</p>
          </SmallPart>
        </div>
      </header>
      <div className="grid content-start gap-10">
        <Card title="Profile Information">
          <ProfileForm user={me} />
        </Card>
        {byPassword && (
          <PasswordManagement
            key={String(hasPassword)}
            email={me.email}
            hasPassword={hasPassword}
          />
        )}
      </div>
      <div className="grid content-start gap-10">
        {isRecognized && <MyBadges />}
        <Card title="Theme" description="Saved with your account.">
          <ThemeChoice />
        </Card>
        <LinkedSignIns />
        <Card
          title="Where you're logged in"
          description={
            byPassword
              ? "Log out any browser you don't recognise, then change your password."
              : "Log out any browser you don't recognise."
          }
        >
          <OwnSessions />
        </Card>
        <Card
          title="Your data"
          description="Everything we store about you, in one file: your account, teams, notes, comments, votes and action items. From anonymous meetings, only the notes that show your name."
        >
          <div>
            <Button variant="secondary" onClick={() => void downloadPersonalData()}>
              Download my data
            </Button>
          </div>
        </Card>
        <Card title="Delete account" description={fate}>
          <div>
            <Button variant="secondary" onClick={() => deleting.open()}>
              Delete account…
            </Button>
          </div>
        </Card>
      </div>
      {deleting.render((dialog) => (
        <DeleteAccountDialog
          {...dialog}
          hasPassword={hasPassword}
          onDeleted={() => {
            toast.success({ title: 'Your account was deleted.' });
            signOut();
          }}
        />
      ))}
    </div>
  );
}

/** True while unknown, because most accounts have a password. */
function useHasPassword(): boolean {
  const { data } = useQuery(ownSignInQuery);
  return data?.ways.includes('password') ?? true;
}

function downloadPersonalData(): Promise<void> {
  return saveAnswer({
    call: { path: '/api/v1/me/export' },
    file: 'wentwell-my-data.json',
    failed: 'Your data could not be downloaded',
  });
}

const tones = ['success', 'warning', 'accent'];

/** Each theme as a small board in its colours. */
function ThemeChoice(): ReactNode {
  const name = useId();
  const theme = useTheme();
  const choose = useChooseTheme();
  const themes = listThemes();
  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">Theme</legend>
      <div className="grid grid-cols-5 gap-2">
        {themes.map((each) => (
          <label
            key={each.id}
            data-theme={each.id}
            title={each.name}
            className="grid h-11 cursor-pointer grid-flow-col place-content-center gap-1.5 rounded-md border border-control bg-canvas has-checked:outline-2 has-checked:outline-offset-2 has-checked:outline-focus has-focus-visible:outline-4 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <Radio
              name={name}
              className="sr-only"
              aria-label={each.name}
              isChosen={each.id === theme}
              onChoose={() => choose(each.id)}
            />
            {tones.map((tone) => (
              <span key={tone} data-tone={tone} className="size-3.5 rounded-sm bg-(--paper-back)" />
            ))}
          </label>
        ))}
      </div>
      <p className="text-soft">{themes.find(({ id }) => id === theme)?.name}</p>
    </fieldset>
  );
}

const Fields = z.object({ password: LoginInput.shape.password });

function DeleteAccountDialog(
  props: DialogProps & {
    /** Without a password, the server requires a recent sign-in instead. */
    hasPassword: boolean;
    onDeleted: () => void;
  },
) {
  const { hasPassword, onDeleted, ...dialog } = props;
  const fate = useErasureNotice();
  const { id, email } = useMe();
  const remove = useMutation({
    mutationFn: (body: { password?: string }) =>
      request({ path: `/api/v1/users/${id}`, method: 'DELETE', body }),
  });
  const form = useForm({
    ...(hasPassword && { resolver: zodResolver(Fields) }),
    defaultValues: { password: '' },
  });
  const submit = form.handleSubmit(({ password }) =>
    remove
      .mutateAsync(hasPassword ? { password } : {})
      .then(onDeleted, () => form.setFocus('password', { shouldSelect: true })),
  );
  return (
    <FormDialog
      {...dialog}
      title="Delete account"
      description={`You'll be logged out everywhere and leave all teams. ${fate}`}
      onSubmit={submit}
      submitLabel="Delete my account"
      busy={remove.isPending}
      busyLabel="Deleting…"
      tone="danger"
    >
      <AccountFailure title="Failed to delete your account" error={remove.error} />
      {hasPassword && (
        <OwnPasswordField
          email={email}
          error={form.formState.errors.password?.message}
          {...form.register('password')}
        />
      )}
    </FormDialog>
  );
}

/** The user's sessions, this browser's first; the others can be ended. */
function OwnSessions() {
  const query = useQuery(ownSessionsQuery());
  const queries = useQueryClient();
  const { queryKey } = ownSessionsQuery();
  const end = useMutation({
    mutationFn: ({ id }: OwnSession) =>
      request({ path: `/api/v1/me/sessions/${id}`, method: 'DELETE' }),
    onSuccess: async (_, { id }) => {
      toast.success({ title: 'That browser is logged out.', duration: 3000 });
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, (list) => list?.filter((each) => each.id !== id));
    },
    onError: toast.onError('Failed to log out that browser'),
    onSettled: () => void queries.invalidateQueries({ queryKey }),
  });
  if (query.isPending) return <LoadingBars height={66} />;
  if (!query.data) return <LoadFailure title="Failed to load your logins" query={query} />;
  const sorted = query.data.toSorted(
    (one, other) =>
      Number(other.current) - Number(one.current) ||
      other.last_used_at.localeCompare(one.last_used_at),
  );
  return (
    <ul className="divide-y divide-line rounded-md border border-line">
      {sorted.map((session) => (
        <SessionRow
          key={session.id}
          session={session}
          busy={end.isPending && session.id === end.variables.id}
          onEnd={() => end.mutate(session)}
        />
      ))}
    </ul>
  );
}

function SessionRow(props: { session: OwnSession; busy: boolean; onEnd: () => void }) {
  const { session, busy, onEnd } = props;
  const { name, isPhone } = deviceOf(session.user_agent);
  const Picture = isPhone ? Smartphone : Monitor;
  return (
    <li className="flex min-h-16 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
      <Picture className="size-5 shrink-0 text-muted" />
      <div className="grid min-w-0 flex-1 basis-24 gap-0.5">
        <p className="font-semibold wrap-anywhere" title={session.user_agent}>
          {name}
        </p>
        <p className="text-xs text-muted">
          {session.current ? 'In use now' : `Last used ${relativeTime(session.last_used_at)}`},
          logged in {relativeTime(session.created_at)}
        </p>
      </div>
      {session.current ? (
        <Badge tone="green">This browser</Badge>
      ) : (
        <Button size="sm" aria-label={`Log out ${name}`} busy={busy} onClick={onEnd}>
          Log out
        </Button>
      )}
    </li>
  );
}
