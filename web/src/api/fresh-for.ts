/** A `staleTime` of queries. Answers from before the browser's clock was set back are stale. */
export const freshFor =
  (ms: number) =>
  ({ state }: { state: { dataUpdatedAt: number } }): number =>
    state.dataUpdatedAt > Date.now() ? -Infinity : ms;
