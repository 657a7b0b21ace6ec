/** The gallery's clock is fixed, so that screenshots can be compared. */

const galleryNow = new Date('2025-03-14T09:26:53Z');

/** Call before the first render. Timers keep running. */
export function freezeClock(): void {
  const frozen = galleryNow.getTime();
  Date.now = () => frozen;
  globalThis.Date = new Proxy(Date, {
    construct(target, given: unknown[]) {
      const made: unknown = Reflect.construct(target, given.length > 0 ? given : [frozen]);
      if (!(made instanceof target)) throw new TypeError('A date was not made.');
      return made;
    },
  });
}
