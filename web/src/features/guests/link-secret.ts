import { useEffect, useState } from 'react';

/** The secret of a link that opens a board. It is in the fragment, which browsers never send. */
export function useLinkSecret(): string {
  const [secret, setSecret] = useState(() => location.hash.slice(1));
  useEffect(() => {
    const onHashChange = (): void => setSecret(location.hash.slice(1));
    addEventListener('hashchange', onHashChange);
    return () => removeEventListener('hashchange', onHashChange);
  }, []);
  return secret;
}
