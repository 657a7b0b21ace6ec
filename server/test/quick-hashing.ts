// The tests hash more than a thousand passwords, and at the price of production that is half a minute.
import type { HashingCost } from '#server/features/auth/password';

export const quickHashing: HashingCost = { memoryCost: 256, timeCost: 1, parallelism: 1 };
