import { useState } from 'react';

import { readStored, storageKeys, store } from '#web/api/browser-storage';

export type Density = 'comfortable' | 'compact';

/** How closely this person wants the cards of all boards; remembered in this browser. */
export function useDensity(): [Density, (density: Density) => void] {
  const [density, setDensity] = useState<Density>(() =>
    readStored(storageKeys.density) === 'compact' ? 'compact' : 'comfortable',
  );
  return [
    density,
    (next) => {
      setDensity(next);
      store(storageKeys.density, next);
    },
  ];
}
