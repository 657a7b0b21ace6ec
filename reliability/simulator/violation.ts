/** A violated invariant. */
export class Violation extends Error {
  override name = 'Violation';
}
