/** A reason not to start that the operator can mend: its message is printed plainly, without a stack. */
export class StartupError extends Error {
  override name = 'StartupError';
}
