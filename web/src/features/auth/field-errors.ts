// A 422 response names the fields that failed.
import { ApiError } from '#web/api/request';

/** Shows the first message of each of the fields and focuses the first such field. Returns whether there was any. */
export function showFieldErrors<Name extends string>(
  setError: (name: Name, error: { message: string }, options: { shouldFocus: boolean }) => void,
  error: unknown,
  names: readonly Name[],
): boolean {
  if (!(error instanceof ApiError)) return false;
  const found = names.flatMap((name) => {
    const message = error.fieldErrors.find((each) => each.loc.at(-1) === name)?.msg;
    return message === undefined ? [] : [{ name, message }];
  });
  found.forEach(({ name, message }, index) => {
    setError(name, { message }, { shouldFocus: index === 0 });
  });
  return found.length > 0;
}
