import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { SessionToken } from '@wentwell/contract/accounts/sessions';
import {
  type ConfirmLinkInput,
  type Identity,
  OwnSignIn,
  ProviderReturn,
  ProviderSignIn,
  SignInOptions,
} from '@wentwell/contract/accounts/sign-in';

import { readQuery } from '#web/api/queries';
import { request } from '#web/api/request';
import { toast } from '#web/ui/feedback/toast';

import { forgetDeparture, keepDeparture } from './provider-sign-in.ts';
import { redirectSearch } from './redirect-target.ts';
import { useSession } from './session.tsx';

export const signInOptionsQuery = readQuery(
  ['registration'],
  { path: '/api/v1/auth/registration', schema: SignInOptions },
  { staleTime: Infinity },
);

/** The document contains whether passwords are enabled, so that no form appears and vanishes. */
function hasPasswordsByDocument(): boolean {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="password-login"]');
  return meta?.content !== 'off';
}

export function useSignInWays(): { byPassword: boolean; providerName: string | null } {
  const { data } = useQuery(signInOptionsQuery);
  return {
    byPassword: data ? data.ways.includes('password') : hasPasswordsByDocument(),
    providerName: data?.provider_name ?? null,
  };
}

/** Redirects to the provider, which returns the browser to `/login/callback`. */
export function useLeaveForProvider() {
  return useMutation({
    mutationFn: async (redirect: string | undefined) => {
      const { authorization_url, secret } = await request({
        path: '/api/v1/auth/provider/start',
        method: 'POST',
        schema: ProviderSignIn,
      });
      const returnsTo = URL.parse(
        new URL(authorization_url).searchParams.get('redirect_uri') ?? '',
      );
      if (returnsTo && returnsTo.origin !== location.origin) {
        // The site has several names. The provider returns to the canonical one, where the tab's secret must be.
        const search = new URLSearchParams(redirectSearch(redirect)).toString();
        location.assign(`${returnsTo.origin}/login?${search}`);
        return;
      }
      keepDeparture({ secret, ...redirectSearch(redirect) });
      location.assign(authorization_url);
    },
  });
}

/** Opens the session, unless proof is required first. The query works once. */
export function useFinishSignIn() {
  const { enter } = useSession();
  return useMutation({
    mutationFn: async ({ secret, query }: { secret: string; query: string }) => {
      const outcome = await request({
        path: '/api/v1/auth/provider/finish',
        method: 'POST',
        body: { secret, query },
        schema: ProviderReturn,
      });
      if (outcome.status === 'signed_in') await enter(outcome.session.access_token);
      return outcome;
    },
    // Waits for the network: a failure would end the sign-in at the provider.
    networkMode: 'online',
    onSettled: forgetDeparture,
  });
}

export function useConfirmLink() {
  const { enter } = useSession();
  return useMutation({
    mutationFn: async (input: ConfirmLinkInput) => {
      const { access_token } = await request({
        path: '/api/v1/auth/provider/confirm',
        method: 'POST',
        body: input,
        schema: SessionToken,
      });
      await enter(access_token);
    },
  });
}

/** GET /me/sign-in: whether the user has a password, and the linked identities. */
export function ownSignInQuery() {
  return readQuery(['own-sign-in'], { path: '/api/v1/me/sign-in', schema: OwnSignIn });
}

export function useUnlink() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Identity) =>
      request({ path: `/api/v1/me/identities/${id}`, method: 'DELETE' }),
    onSuccess: () => toast.success({ title: 'Unlinked.', duration: 3000 }),
    onError: toast.onError('Failed to unlink'),
    onSettled: () => queries.invalidateQueries(ownSignInQuery()),
  });
}
