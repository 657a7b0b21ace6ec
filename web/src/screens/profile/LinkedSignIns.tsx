import { useQuery } from '@tanstack/react-query';
import type { OwnSignIn } from '@wentwell/contract/sign-in';

import { LinkedIdentities } from '#web/features/auth/LinkedIdentities.tsx';
import { ownSignInQuery, useUnlink } from '#web/features/auth/sign-in.queries';

import { Part } from './Part.tsx';

/** Absent where nothing is linked. */
export function LinkedSignIns() {
  const { data } = useQuery(ownSignInQuery());
  const unlink = useUnlink();
  if (!data || data.identities.length === 0) return null;
  return (
    <Part title="Linked sign-ins" lead="These open your account without its password.">
      <LinkedIdentities
        identities={data.identities}
        keptBecause={isLastWay(data) ? 'This is your only way to sign in.' : undefined}
        unlinking={unlink.isPending ? unlink.variables.id : null}
        onUnlink={(identity) => unlink.mutate(identity)}
      />
    </Part>
  );
}

function isLastWay({ ways, identities }: OwnSignIn): boolean {
  return !ways.includes('password') && identities.length === 1;
}
