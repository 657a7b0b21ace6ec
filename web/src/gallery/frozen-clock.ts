/** The gallery's time stands still, so that two pictures of it can be compared. */

const galleryNow = new Date('2025-03-14T09:26:53Z');

/** Before the first render: everything that asks for the time gets this one. Timers go on. */
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
