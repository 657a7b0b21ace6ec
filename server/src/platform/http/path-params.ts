// Path parameters by name: each has one schema everywhere.
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
  /** Checked by its call, which says what is wrong with it. */
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

/** The values in an address; a name that is not above needs a schema of its call. */
export type ParamsOf<A extends string> = {
  [Name in NamesIn<A> & keyof PathParams]: z.output<PathParams[Name]>;
};

/** The schema of the values in an address; undefined where it has none, or a name that is not above. */
export function paramsIn(url: string): z.ZodType | undefined {
  const names = url.match(/(?<=:)\w+/g) ?? [];
  const known: Partial<Record<string, z.ZodType>> = pathParams;
  const schemas = names.flatMap((name) => (known[name] ? [[name, known[name]] as const] : []));
  if (names.length === 0 || schemas.length < names.length) return undefined;
  return z.object(Object.fromEntries(schemas));
}

/** The ids of addresses about meetings and teams, for what looks at calls of any feature. */
export const meetingParams = z.object({ meetingId: MeetingId });
export const teamParams = z.object({ teamId: TeamId });
