// Statuses of a route by actor. Names say who gets the given status; others are refused.
import type { Actor, Scene } from '../authz-scene.ts';

export type Statuses = Record<Actor, number>;

export interface MatrixRow {
  /** Method and path as registered. */
  route: string;
  statuses: Statuses;
  /** Path parameters that the setup does not name itself. */
  params?: (scene: Scene) => Record<string, string>;
  body?: object | ((scene: Scene) => object);
  headers?: Record<string, string>;
  /** Only the login takes a form. */
  form?: (scene: Scene) => Record<string, string>;
}

export function row(
  route: string,
  statuses: Statuses,
  more: Omit<MatrixRow, 'route' | 'statuses'> = {},
): MatrixRow {
  return { route, statuses, ...more };
}

/** Answers everybody, also without a login. */
export function open(status: number): Statuses {
  return {
    anonymous: status,
    stranger: status,
    invited: status,
    exMember: status,
    member: status,
    owner: status,
    admin: status,
    otherAdmin: status,
    superuser: status,
    guest: status,
  };
}

/** About the caller: answers every signed-in user alike, and guests with 404 (docs/api.md A-50). */
export function own(status: number): Statuses {
  return { ...open(status), anonymous: 401, guest: 404 };
}

/** Belongs to the team: 404 for outsiders (docs/api.md A-41). */
export function team(
  statuses: Pick<Statuses, 'member' | 'owner' | 'admin' | 'superuser'> & { guest?: number },
): Statuses {
  return { ...own(404), ...statuses };
}

/** All members, and superusers. */
export function members(status: number): Statuses {
  return team({ member: status, owner: status, admin: status, superuser: status });
}

/** All members, superusers, and the meeting's guests. */
export function all(status: number): Statuses {
  return { ...members(status), guest: status };
}

/** Members: superusers do not take part in other teams. */
export function mates(status: number): Statuses {
  return { ...members(status), superuser: 403 };
}

/** Members and the meeting's guests. */
export function participants(status: number): Statuses {
  return { ...mates(status), guest: status };
}

/** The meeting's lead. */
export function leaders(status: number): Statuses {
  return { ...members(403), owner: status };
}

/** The meeting's owner and team admins. */
export function hosts(status: number): Statuses {
  return { ...leaders(status), admin: status };
}

/** The owner, team admins and superusers. */
export function changers(status: number): Statuses {
  return { ...hosts(status), superuser: status };
}

/** Team admins and superusers; members get 403. */
export function admins(status: number): Statuses {
  return team({ member: 403, owner: 403, admin: status, superuser: status });
}

/** The admin area: 404 for everybody else. */
export function superusers(status: number): Statuses {
  return { ...own(404), superuser: status };
}

export function someAddress(): string {
  return `new.${crypto.randomUUID()}@example.com`;
}

// Params of the scene's meetings in other phases.
export const inJoining = ({ joiningId }: Scene) => ({ meetingId: joiningId });
export const inDiscussing = ({ discussing: { meetingId } }: Scene) => ({ meetingId });
export const aboutTopic = ({ discussing: { meetingId, topicId } }: Scene) => ({
  meetingId,
  topicId,
});
