// A 422 names the fields that failed; this finds those that a form shows.
import { ApiError } from '#web/api/request';

export interface NamedError<Name extends string> {
  name: Name;
  message: string;
}

/** Takes a failure and a form's field names in order; gives the first message for each, in that order. */
export function fieldErrors<Name extends string>(
  error: unknown,
  names: readonly Name[],
): NamedError<Name>[] {
  if (!(error instanceof ApiError)) return [];
  const told = error.fieldErrors;
  return names.flatMap((name) => {
    const message = told.find((each) => each.loc.at(-1) === name)?.msg;
    return message === undefined ? [] : [{ name, message }];
  });
}
