// Branded ids: a team's id cannot be passed as a meeting's. All are UUIDs (docs/api.md A-13).
import { z } from 'zod';

export const Uuid = z.uuid('Not a valid id.').toLowerCase();

/** The caller's own id for a new text. Other versions may hold a time or a device, and 8 marks carried texts. */
const notRandom = 'Use a random id: a UUID of version 4.';
const RandomUuid = z.uuidv4(notRandom).toLowerCase();

export const UserId = Uuid.brand<'UserId'>();
export type UserId = z.infer<typeof UserId>;

export const TeamId = Uuid.brand<'TeamId'>();
export type TeamId = z.infer<typeof TeamId>;

export const InvitationId = Uuid.brand<'InvitationId'>();
export type InvitationId = z.infer<typeof InvitationId>;

export const MeetingId = Uuid.brand<'MeetingId'>();
export type MeetingId = z.infer<typeof MeetingId>;

export const NoteId = Uuid.brand<'NoteId'>();
export type NoteId = z.infer<typeof NoteId>;
export const NewNoteId = RandomUuid.brand<'NoteId'>();

export const GroupId = Uuid.brand<'GroupId'>();
export type GroupId = z.infer<typeof GroupId>;
/** Version 8 restores a carried group. */
export const NewGroupId = GroupId.refine((id) => /^.{14}[48]/.test(id), notRandom);

/** A group's id, or the id of an ungrouped note. */
export const TopicId = z.union([GroupId, NoteId]);
export type TopicId = z.infer<typeof TopicId>;

export const CommentId = Uuid.brand<'CommentId'>();
export type CommentId = z.infer<typeof CommentId>;
export const NewCommentId = RandomUuid.brand<'CommentId'>();

export const ActionId = Uuid.brand<'ActionId'>();
export type ActionId = z.infer<typeof ActionId>;

export const TemplateId = Uuid.brand<'TemplateId'>();
export type TemplateId = z.infer<typeof TemplateId>;

/** Ids of texts that are erased from the log when they are deleted. */
export type TextId = NoteId | CommentId | ActionId;

/** A link between an account and an identity-provider user. */
export const IdentityId = Uuid.brand<'IdentityId'>();
export type IdentityId = z.infer<typeof IdentityId>;

/** A link that opens one board for a screen or guests, without an account. */
export const SpectatorLinkId = Uuid.brand<'SpectatorLinkId'>();
export type SpectatorLinkId = z.infer<typeof SpectatorLinkId>;

export const SessionId = Uuid.brand<'SessionId'>();
export type SessionId = z.infer<typeof SessionId>;
