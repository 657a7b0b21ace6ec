// Branded ids: a team's id cannot be passed as a meeting's. All are UUIDs (docs/api.md A-13).
import { z } from 'zod';

export const UserId = z.uuid('Not a valid id.').toLowerCase().brand<'UserId'>();
export type UserId = z.infer<typeof UserId>;

export const TeamId = z.uuid('Not a valid id.').toLowerCase().brand<'TeamId'>();
export type TeamId = z.infer<typeof TeamId>;

export const InvitationId = z.uuid('Not a valid id.').toLowerCase().brand<'InvitationId'>();
export type InvitationId = z.infer<typeof InvitationId>;

export const MeetingId = z.uuid('Not a valid id.').toLowerCase().brand<'MeetingId'>();
export type MeetingId = z.infer<typeof MeetingId>;

export const NoteId = z.uuid('Not a valid id.').toLowerCase().brand<'NoteId'>();
export type NoteId = z.infer<typeof NoteId>;

export const GroupId = z.uuid('Not a valid id.').toLowerCase().brand<'GroupId'>();
export type GroupId = z.infer<typeof GroupId>;

/** A group's id, or the id of an ungrouped note. */
export const TopicId = z.union([GroupId, NoteId]);
export type TopicId = z.infer<typeof TopicId>;

export const CommentId = z.uuid('Not a valid id.').toLowerCase().brand<'CommentId'>();
export type CommentId = z.infer<typeof CommentId>;

export const ActionId = z.uuid('Not a valid id.').toLowerCase().brand<'ActionId'>();
export type ActionId = z.infer<typeof ActionId>;

export const TemplateId = z.uuid('Not a valid id.').toLowerCase().brand<'TemplateId'>();
export type TemplateId = z.infer<typeof TemplateId>;

/** Ids of texts that are erased from the log when they are deleted. */
export type TextId = NoteId | CommentId | ActionId;

/** A link between an account and an identity-provider user. */
export const IdentityId = z.uuid('Not a valid id.').toLowerCase().brand<'IdentityId'>();
export type IdentityId = z.infer<typeof IdentityId>;

/** A link that opens one board for a screen or guests, without an account. */
export const SpectatorLinkId = z.uuid('Not a valid id.').toLowerCase().brand<'SpectatorLinkId'>();
export type SpectatorLinkId = z.infer<typeof SpectatorLinkId>;

export const SessionId = z.uuid('Not a valid id.').toLowerCase().brand<'SessionId'>();
export type SessionId = z.infer<typeof SessionId>;
