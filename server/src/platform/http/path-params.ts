// Path parameters by name. Each name has one schema in all routes.
import { LinkToken } from '@wentwell/contract/accounts/auth';
import { MailId } from '@wentwell/contract/admin/admin-lists';
import { Year } from '@wentwell/contract/health/year-review';
import * as ids from '@wentwell/contract/ids';
import { z } from 'zod';

const others = {
  /** Validated by the route, which has a better error message. */
  emoji: z.string(),
  guestId: ids.UserId,
  mailId: MailId,
  token: LinkToken,
  year: Year,
};

/** Ids have the names of their types: `noteId` is a NoteId. */
type PathParams = typeof others & {
  [Name in keyof typeof ids as Uncapitalize<Name>]: (typeof ids)[Name];
};

const pathParams = new Map<string, z.ZodType>([
  ...Object.entries(ids).map(([name, id]) => [name[0]?.toLowerCase() + name.slice(1), id] as const),
  ...Object.entries(others),
]);

type NamesIn<A extends string> = A extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : A extends `${string}:${infer Name}`
    ? Name
    : never;

/** Parameters in a path. Names not listed above need a schema in the route. */
export type ParamsOf<A extends string> = {
  [Name in NamesIn<A> & keyof PathParams]: z.output<PathParams[Name]>;
};

/** The schema of a path's parameters. Undefined if it has none, or any not listed above. */
export function paramsIn(url: string): z.ZodType | undefined {
  const names = url.match(/(?<=:)\w+/g) ?? [];
  const schemas = names.flatMap((name) => {
    const schema = pathParams.get(name);
    return schema ? [[name, schema] as const] : [];
  });
  if (names.length === 0 || schemas.length < names.length) return undefined;
  return z.object(Object.fromEntries(schemas));
}

/** For code that inspects requests of any feature. */
export const meetingParams = z.object({ meetingId: ids.MeetingId });
export const teamParams = z.object({ teamId: ids.TeamId });
