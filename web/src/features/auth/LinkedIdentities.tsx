import type { Identity } from '@wentwell/contract/sign-in';
import { KeyRound } from 'lucide-react';

import { relativeTime } from '#web/api/relative-time';
import { Button } from '#web/ui/buttons/Button.tsx';

export interface LinkedIdentitiesProps {
  identities: readonly Identity[];
  /** Why the only one cannot be unlinked, where it is the last way in. */
  keptBecause: string | undefined;
  /** The one that is being unlinked. */
  unlinking: Identity['id'] | null;
  onUnlink: (identity: Identity) => void;
}

/** Whom at an identity provider the account is linked with. */
export function LinkedIdentities(props: LinkedIdentitiesProps) {
  const { identities, keptBecause, unlinking, onUnlink } = props;
  return (
    <ul className="divide-y divide-line rounded-md border border-line">
      {identities.map((identity) => (
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
            busy={identity.id === unlinking}
            disabledReason={keptBecause}
            onClick={() => onUnlink(identity)}
          >
            Unlink
          </Button>
        </li>
      ))}
    </ul>
  );
}
