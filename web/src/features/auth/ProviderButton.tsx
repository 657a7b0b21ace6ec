import { useMutation } from '@tanstack/react-query';
import { ProviderSignIn } from '@wentwell/contract/accounts/sign-in';
import { useEffect } from 'react';

import { request } from '#web/api/request';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';

import { authMessage } from './auth-messages.ts';
import { keepDeparture } from './provider-sign-in.ts';
import { redirectSearch, useRedirect } from './redirect-target.ts';

/** Opens the identity provider, which returns to `/login/callback`. Stays busy until the browser has left the page. */
export function ProviderButton(props: {
  name: string;
  /** The only way to sign in. */
  primary?: boolean;
}) {
  const { name, primary = false } = props;
  const { redirect } = useRedirect();
  const leave = useMutation({
    mutationFn: async () => {
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
  const { reset } = leave;
  useEffect(() => {
    // Back may restore the page from the cache, still busy.
    const onShow = (event: PageTransitionEvent) => event.persisted && reset();
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, [reset]);
  return (
    <>
      {leave.isError && <Alert tone="danger">{authMessage(leave.error)}</Alert>}
      <Button
        variant={primary ? 'primary' : 'secondary'}
        wide
        busy={leave.isPending || leave.isSuccess}
        onClick={() => leave.mutate()}
      >
        <span className="truncate">Log in with {name}</span>
      </Button>
    </>
  );
}

export function OrDivider() {
  return (
    <p className="flex items-center gap-3 text-xs text-muted">
      <span className="h-px flex-1 bg-line" />
      or
      <span className="h-px flex-1 bg-line" />
    </p>
  );
}
