import type { UserId } from '@wentwell/contract/ids';

import type { Person } from './Avatar.tsx';

/** Resolves an account, or a person of an imported meeting, who has only a name. */
export type PersonOf = (userId: UserId | null, importedName?: string) => Person;
