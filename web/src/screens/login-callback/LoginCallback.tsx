import { useMutation } from '@tanstack/react-query';
import { SessionToken } from '@wentwell/contract/accounts/sessions';
import { type ConfirmLinkInput, ProviderReturn } from '@wentwell/contract/accounts/sign-in';
import { Link2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';

import { ApiError, request } from '#web/api/request';
import { authMessage } from '#web/features/auth/auth-messages';
import { ProofForm } from '#web/features/auth/ProofForm.tsx';
import { forgetDeparture, readDeparture } from '#web/features/auth/provider-sign-in';
import { ProviderButton } from '#web/features/auth/ProviderButton.tsx';
import { redirectSearch, redirectTarget } from '#web/features/auth/redirect-target';
import { useSession } from '#web/features/auth/session.tsx';
import { useSignInWays } from '#web/features/auth/sign-in.queries';
import { CardPage } from '#web/screens/layouts/CardPage.tsx';
import {
  BackToLogin,
  BusyPage,
  CardSign,
  EmailAddress,
  FailurePage,
} from '#web/screens/layouts/EntryOutcome.tsx';
import { usePageTitle } from '#web/ui/layout/page-title';
import { navigate } from '#web/ui/router/history';
import type { Visit } from '#web/ui/router/router-context';

const gone =
  'This login has expired, was already used, or was started in another browser. Please log in again.';

/** The provider's query is passed on unchanged. */
export function LoginCallback({ search }: Visit) {
  const query = new URLSearchParams(search).toString();
  const [departure] = useState(readDeparture);
  const [returned] = useState(query);
  const { enter: openSession } = useSession();
  const finish = useMutation({
    mutationFn: async (body: { secret: string; query: string }) => {
      const outcome = await request({
        path: '/api/v1/auth/provider/finish',
        method: 'POST',
        body,
        schema: ProviderReturn,
      });
      if (outcome.status === 'signed_in') await openSession(outcome.session.access_token);
      return outcome;
    },
    // Waits for the network: a failure would end the sign-in at the provider.
    networkMode: 'online',
    onSettled: forgetDeparture,
  });
  const enter = useEnter(departure?.redirect);
  useHiddenQuery(query, departure?.redirect);
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

  if (!departure) return <Failed>{gone}</Failed>;
  if (finish.isError) return <Failed>{authMessage(finish.error)}</Failed>;
  if (finish.data?.status === 'confirm') {
    return <ConfirmLink pending={finish.data} onDone={enter} />;
  }
  return <BusyPage title="Logging you in" label="Logging in" />;
}

/** Removes the code from the address, which screen and history would show. The entry keeps the redirect. */
function useHiddenQuery(query: string, redirect: string | undefined): void {
  useEffect(() => {
    if (query === '') return;
    const state = redirectSearch(redirect);
    void navigate({ to: '/login/callback', search: {}, state, replace: true });
  }, [query, redirect]);
}

function useEnter(redirect: string | undefined): () => void {
  const [target] = useState(() => redirectTarget(redirect));
  return () => void navigate({ href: target, replace: true });
}

function ConfirmLink(props: {
  pending: Extract<ProviderReturn, { status: 'confirm' }>;
  onDone: () => void;
}) {
  const { pending, onDone } = props;
  const { by, email, token } = pending;
  const { providerName } = useSignInWays();
  const { enter } = useSession();
  const confirm = useMutation({
    mutationFn: async (body: ConfirmLinkInput) => {
      const { access_token } = await request({
        path: '/api/v1/auth/provider/confirm',
        method: 'POST',
        body,
        schema: SessionToken,
      });
      await enter(access_token);
    },
  });
  usePageTitle('Link your account');
  if (confirm.error instanceof ApiError && confirm.error.code === 'PROVIDER_SIGN_IN_GONE') {
    return <Failed>{authMessage(confirm.error)}</Failed>;
  }
  const address = <EmailAddress email={email} />;
  return (
    <CardPage
      title="Link your account"
      icon={<CardSign tone="info" icon={<Link2 />} />}
      lead={
        by === 'password' ? (
          <>
            There is an account for {address}. Enter its password once. From then on, you log in
            with {providerName ?? 'your organisation'}.
          </>
        ) : (
          <>
            There is an account for {address}. We've emailed a code to that address. Enter it within
            15 minutes.
          </>
        )
      }
      footer={<BackToLogin />}
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

function Failed({ children }: { children: ReactNode }) {
  const { providerName } = useSignInWays();
  return (
    <FailurePage title="Login failed" text={children}>
      {providerName !== null && <ProviderButton name={providerName} primary />}
    </FailurePage>
  );
}
