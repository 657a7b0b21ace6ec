// Cheap hashing: at production cost the thousand passwords of the tests take half a minute.
import type { HashingCost } from '#server/features/auth/password';

export const quickHashing: HashingCost = { memoryCost: 256, timeCost: 1, parallelism: 1 };
