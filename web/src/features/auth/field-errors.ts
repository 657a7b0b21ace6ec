// A 422 response names the fields that failed.
import { ApiError } from '#web/api/request';

export interface NamedError<Name extends string> {
  name: Name;
  message: string;
}

/** The first message for each of the form's fields, in the order of `names`. */
export function fieldErrors<Name extends string>(
  error: unknown,
  names: readonly Name[],
): NamedError<Name>[] {
  if (!(error instanceof ApiError)) return [];
  return names.flatMap((name) => {
    const message = error.fieldErrors.find((each) => each.loc.at(-1) === name)?.msg;
    return message === undefined ? [] : [{ name, message }];
  });
}

export function showFieldErrors<Name extends string>(
  setError: (name: Name, error: { message: string }, options: { shouldFocus: boolean }) => void,
  errors: readonly NamedError<Name>[],
): void {
  errors.forEach(({ name, message }, index) => {
    setError(name, { message }, { shouldFocus: index === 0 });
  });
}
