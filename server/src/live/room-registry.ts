import type { MeetingId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';

import { Room, type RoomDeps } from './room.ts';

/** An empty room stays open until its last users count as gone. */
const emptyMaxAge = 2 * liveLimits.presenceLinger;

/** The rooms of this node, each opened by its first member and closed some time after its last. */
export class RoomRegistry {
  readonly #deps: RoomDeps;
  readonly #rooms = new Map<MeetingId, Promise<Room>>();

  constructor(deps: RoomDeps) {
    this.#deps = deps;
  }

  openRoom(meetingId: MeetingId): Promise<Room> {
    const existing = this.#rooms.get(meetingId);
    if (existing) return existing;
    const opening = new Room(meetingId, this.#deps).open();
    this.#rooms.set(meetingId, opening);
    // The next member tries again to open a room that could not be opened.
    opening.catch(() => this.#rooms.delete(meetingId));
    return opening;
  }

  get size(): number {
    return this.#rooms.size;
  }

  find(meetingId: MeetingId): Promise<Room> | undefined {
    return this.#rooms.get(meetingId);
  }

  /** Resolves with all rooms, after those being opened. */
  async list(): Promise<Room[]> {
    const all = await Promise.allSettled(this.#rooms.values());
    return all.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  }

  async forEach(action: (room: Room) => void): Promise<void> {
    for (const room of await this.list()) action(room);
  }

  /** Returns whether the room was closed because it has been empty for long enough. */
  closeIfAbandoned(room: Room): boolean {
    if (room.emptyForMs < emptyMaxAge) return false;
    this.#close(room);
    return true;
  }

  /** Disconnects everybody; their clients reconnect. */
  async closeAll(): Promise<void> {
    await this.forEach((room) => this.#close(room));
  }

  #close(room: Room): void {
    this.#rooms.delete(room.meetingId);
    room.close('goingAway');
  }
}
