// Calls of a guest, who has a link but no account. The link's secret is exchanged for a session of one meeting.
import { GuestInvitation, GuestSession, NewGuestSession } from '@wentwell/contract/guests/guests';
import type { MeetingId } from '@wentwell/contract/ids';

import { readQuery } from '#web/api/queries';
import { ApiError, request } from '#web/api/request';
import { readStored, readStoredInTab, store, storeInTab } from '#web/browser-storage';

const path = '/api/v1/guest/session';
/** Polling interval of a guest who waits for admission. */
const askEvery = 2000;

/** The token is stored under the link's secret; after "Keep your work" is pressed, under the meeting's id. */
const nameOf = (place: string): string => `guestDraft:${place}`;

export function readGuestToken(place: string): string | null {
  return readStored(nameOf(place));
}

export function storeGuestToken(place: string, token: string | null): void {
  store(nameOf(place), token);
}

const endOf = (secret: string): string => nameOf(`${secret}:end`);

/** After the meeting's end only this tab keeps the token: other users of the computer must not claim the work. */
export function keepEnded(meetingId: MeetingId, token: string | null): void {
  const secret = location.hash.slice(1);
  storeInTab(nameOf(meetingId), token);
  storeInTab(endOf(secret), meetingId);
  storeGuestToken(secret, null);
}

/** The ended meeting of the link, while this tab has its token. */
export function endedMeeting(secret: string): string | null {
  const meetingId = readStoredInTab(endOf(secret));
  return meetingId !== null && readStoredInTab(nameOf(meetingId)) !== null ? meetingId : null;
}

/** Opens the claim. Stores the token for all tabs, because a new account is verified in another one. */
export function openClaim(meetingId: string): void {
  const token = readStoredInTab(nameOf(meetingId));
  if (token !== null) storeGuestToken(meetingId, token);
  location.assign(`/meetings/${meetingId}/keep`);
}

export function forgetEnded(meetingId: MeetingId): void {
  storeGuestToken(meetingId, null);
  storeInTab(nameOf(meetingId), null);
}

export function invitationQuery(secret: string) {
  return readQuery(['guest-invitation', secret], {
    path: '/api/v1/guest/link',
    method: 'POST',
    body: { secret },
    schema: GuestInvitation,
    token: null,
  });
}

export function guestSessionQuery(token: string) {
  return readQuery(
    ['guest-session', token],
    { path, schema: GuestSession, token },
    {
      // Keeps the last page of a meeting that is over.
      staleTime: ({ state: { data } }) => (data?.state === 'admitted' ? Infinity : 0),
      refetchInterval: ({ state: { data, error } }) =>
        data?.state !== 'admitted' && !isRefused(error) && askEvery,
    },
  );
}

/** Whether the guest has lost access. */
export function isRefused(error: unknown): boolean {
  return error instanceof ApiError && [401, 404].includes(error.status);
}

export function requestAdmission(secret: string, name: string): Promise<NewGuestSession> {
  const body = { secret, name };
  return request({ path, method: 'POST', body, schema: NewGuestSession, token: null });
}

export function changeName(token: string, name: string): Promise<GuestSession> {
  return request({ path, method: 'PUT', body: { name }, schema: GuestSession, token });
}

/** Ignores a refusal: the guest has already lost access. */
export async function leave(token: string): Promise<void> {
  await request({ path, method: 'DELETE', token }).catch((error: unknown) => {
    if (!isRefused(error)) throw error;
  });
}
