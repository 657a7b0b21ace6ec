import { useQuery } from '@tanstack/react-query';
import { SignInOptions } from '@wentwell/contract/accounts/sign-in';

import { readQuery } from '#web/api/queries';

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
