import { useEffect } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';

import { authMessage } from './auth-messages.ts';
import { useRedirect } from './redirect-target.ts';
import { useLeaveForProvider } from './sign-in.queries.ts';

/** Opens the identity provider. Stays busy until the browser has left the page. */
export function ProviderButton(props: {
  name: string;
  /** The only way to sign in. */
  primary?: boolean;
}) {
  const { name, primary = false } = props;
  const { redirect } = useRedirect();
  const leave = useLeaveForProvider();
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
        onClick={() => leave.mutate(redirect)}
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
