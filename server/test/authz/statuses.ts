// Statuses of a route by actor. The names say who gets the given status; the others are refused.
import type { Actor, Scene } from '../authz-scene.ts';

export type Statuses = Record<Actor, number>;

export interface MatrixRow {
  /** Method and path as registered. */
  route: string;
  statuses: Statuses;
  /** Values of the parameters beside those that the scene names itself. */
  params?: (scene: Scene) => Record<string, string>;
  body?: (scene: Scene) => unknown;
  headers?: Record<string, string>;
  /** The login alone takes a form. */
  form?: (scene: Scene) => Record<string, string>;
}

/** Answers whoever asks, also without a login. */
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

/** Answers every signed-in person alike: it is about themselves. To a guest it is not there (docs/api.md A-50). */
export function own(status: number): Statuses {
  return { ...open(status), anonymous: 401, guest: 404 };
}

/** Belongs to the team: to outsiders there is nothing (docs/api.md A-41). */
export function team(
  statuses: Pick<Statuses, 'member' | 'owner' | 'admin' | 'superuser'> & { guest?: number },
): Statuses {
  return { ...own(404), ...statuses };
}

/** Every member and superusers. */
export function members(status: number): Statuses {
  return team({ member: status, owner: status, admin: status, superuser: status });
}

/** The same, and the guests of the meeting. */
export function all(status: number): Statuses {
  return { ...members(status), guest: status };
}

/** Team admins and superusers; members may see, and are told that they may not. */
export function admins(status: number): Statuses {
  return team({ member: 403, owner: 403, admin: status, superuser: status });
}

/** The admin area, which to others is not there. */
export function superusers(status: number): Statuses {
  return { ...own(404), superuser: status };
}

export function someAddress(): string {
  return `new.${crypto.randomUUID()}@example.com`;
}
