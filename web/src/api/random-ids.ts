// Ids and secrets generated in the browser. `crypto.randomUUID` is missing on pages served over plain HTTP.
import { serverNow } from './server-time.ts';

function randomBytes(length: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(length));
}

/** A UUIDv4, which reveals no creation time, for anonymous content. */
export function randomId(): string {
  const hex = Array.from(randomBytes(16), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** The last time in 1/256 ms: milliseconds, and a counter within one. */
let lastTime = 0;

/** A UUIDv7 of the server's time, by which everybody's lists sort. Each id of a page sorts after the one before. */
export function sortableId(): string {
  lastTime = Math.max(lastTime + 1, serverNow().getTime() * 256);
  const time = lastTime.toString(16).padStart(14, '0');
  return `${time.slice(0, 8)}-${time.slice(8, 12)}-7${time.slice(12)}${randomId().slice(17)}`;
}

/** 256 random bits in URL-safe characters. */
export function randomSecret(): string {
  return btoa(String.fromCharCode(...randomBytes(32)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '');
}
