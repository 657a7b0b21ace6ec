// Path parameters by name. Each name has one schema in all routes.
import { MailId } from '@wentwell/contract/admin-lists';
import { LinkToken } from '@wentwell/contract/auth';
import {
  ActionId,
  AdditionId,
  AgreementId,
  CommentId,
  GroupId,
  InvitationId,
  MeetingId,
  NoteId,
  SessionId,
  TeamId,
  TemplateId,
  ThanksId,
  TopicId,
  UserId,
} from '@wentwell/contract/ids';
import { Year } from '@wentwell/contract/year-review';
import { z } from 'zod';

const pathParams = {
  actionId: ActionId,
  additionId: AdditionId,
  agreementId: AgreementId,
  commentId: CommentId,
  /** Validated by the route, which has a better error message. */
  emoji: z.string(),
  groupId: GroupId,
  guestId: UserId,
  invitationId: InvitationId,
  mailId: MailId,
  meetingId: MeetingId,
  noteId: NoteId,
  sessionId: SessionId,
  teamId: TeamId,
  templateId: TemplateId,
  thanksId: ThanksId,
  token: LinkToken,
  topicId: TopicId,
  userId: UserId,
  year: Year,
};
type PathParams = typeof pathParams;

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
  const known: Partial<Record<string, z.ZodType>> = pathParams;
  const schemas = names.flatMap((name) => (known[name] ? [[name, known[name]] as const] : []));
  if (names.length === 0 || schemas.length < names.length) return undefined;
  return z.object(Object.fromEntries(schemas));
}

/** For code that inspects requests of any feature. */
export const meetingParams = z.object({ meetingId: MeetingId });
export const teamParams = z.object({ teamId: TeamId });
