import type { ProviderReturn } from '@wentwell/contract/sign-in';
import { Link2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';

import { ApiError } from '#web/api/request';
import { authMessage } from '#web/features/auth/auth-messages';
import { ProofForm } from '#web/features/auth/ProofForm.tsx';
import { readDeparture } from '#web/features/auth/provider-sign-in';
import { ProviderButton } from '#web/features/auth/ProviderButton.tsx';
import { redirectTarget } from '#web/features/auth/redirect-target';
import { useConfirmLink, useFinishSignIn, useSignInWays } from '#web/features/auth/sign-in.queries';
import { BackToLogin } from '#web/screens/layouts/BackToLogin.tsx';
import { CardPage } from '#web/screens/layouts/CardPage.tsx';
import { CardSign } from '#web/screens/layouts/CardSign.tsx';
import { BusyPage, EmailAddress, FailurePage } from '#web/screens/layouts/EntryOutcome.tsx';
import { usePageTitle } from '#web/ui/layout/page-title';
import { navigate } from '#web/ui/router/history';

const gone =
  'This login has expired, was already used, or began in another browser. Please log in again.';

export function LoginCallback({ query }: { query: string }) {
  const [departure] = useState(readDeparture);
  const [returned] = useState(query);
  const finish = useFinishSignIn();
  const redirect = departure?.redirect;
  const enter = useEnter(redirect);
  useHiddenQuery(query);
  const started = useRef(false);
  const { mutate } = finish;
  useEffect(() => {
    // React may run an effect twice, and the query works once.
    if (!departure || started.current) return;
    started.current = true;
    mutate(
      { secret: departure.secret, query: returned },
      { onSuccess: ({ status }) => status === 'signed_in' && enter() },
    );
  }, [departure, returned, mutate, enter]);

  if (!departure) return <Failed redirect={undefined}>{gone}</Failed>;
  if (finish.isError) return <Failed redirect={redirect}>{authMessage(finish.error)}</Failed>;
  if (finish.data?.status === 'confirm') {
    return <ConfirmLink pending={finish.data} redirect={redirect} onDone={enter} />;
  }
  return <BusyPage title="Signing you in" label="Logging in" />;
}

/** Removes the code from the address, which screen and history would show. */
function useHiddenQuery(query: string): void {
  useEffect(() => {
    if (query !== '') void navigate({ to: '/login/callback', search: {}, replace: true });
  }, [query]);
}

function useEnter(redirect: string | undefined): () => void {
  const [target] = useState(() => redirectTarget(redirect));
  return () => void navigate({ href: target, replace: true });
}

function ConfirmLink(props: {
  pending: Extract<ProviderReturn, { status: 'confirm' }>;
  redirect: string | undefined;
  onDone: () => void;
}) {
  const { pending, redirect, onDone } = props;
  const { by, email, token } = pending;
  const { providerName } = useSignInWays();
  const confirm = useConfirmLink();
  usePageTitle('Link your account');
  if (confirm.error instanceof ApiError && confirm.error.code === 'PROVIDER_SIGN_IN_GONE') {
    return <Failed redirect={redirect}>{authMessage(confirm.error)}</Failed>;
  }
  const address = <EmailAddress email={email} />;
  return (
    <CardPage
      title="Link your account"
      icon={<CardSign tone="info" icon={<Link2 />} />}
      lead={
        by === 'password' ? (
          <>
            There is an account for {address}. Enter its password this once: from now on you log in
            with {providerName ?? 'your organisation'}.
          </>
        ) : (
          <>
            There is an account for {address}. We have emailed a code to that address: enter it this
            once, within 15 minutes.
          </>
        )
      }
      footer={<BackToLogin redirect={redirect} />}
    >
      <ProofForm
        submitLabel="Link and log in"
        busyLabel="Logging in…"
        by={by}
        email={email}
        problem={confirm.isError ? authMessage(confirm.error) : null}
        onProof={(proof) => confirm.mutateAsync({ token, proof }).then(onDone, () => undefined)}
      />
    </CardPage>
  );
}

function Failed({ redirect, children }: { redirect: string | undefined; children: ReactNode }) {
  const { providerName } = useSignInWays();
  return (
    <FailurePage
      title="Sign-in failed"
      text={children}
      footer={<BackToLogin redirect={redirect} />}
    >
      {providerName !== null && <ProviderButton name={providerName} redirect={redirect} primary />}
    </FailurePage>
  );
}
