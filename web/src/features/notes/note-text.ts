// A note's text cut into what is plain and what may be clicked. Never HTML: the parts are shown as text.
import { LinkifyIt } from 'linkify-it';

export type TextPart =
  | { kind: 'text'; text: string }
  | { kind: 'link'; text: string; href: string };

// Addresses that begin with a scheme, and no others: "node.js" and "e.g." are words.
const linkify = new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
  .add('ftp:', null)
  .add('//', null);
const safeProtocols = new Set(['http:', 'https:', 'mailto:']);

/** The parts stand in the order of the text; joined they are the text again. */
export function splitLinks(content: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { index, lastIndex, raw, url } of linkify.match(content) ?? []) {
    const parsed = URL.parse(url);
    if (!parsed || !safeProtocols.has(parsed.protocol)) continue;
    if (index > end) parts.push({ kind: 'text', text: content.slice(end, index) });
    parts.push({ kind: 'link', text: raw, href: parsed.href });
    end = lastIndex;
  }
  if (end < content.length) parts.push({ kind: 'text', text: content.slice(end) });
  return parts;
}

/** The beginning of a text on one line; `max` counts characters, not code units. */
export function preview(content: string, max: number): string {
  const line = content.replaceAll(/\s+/gu, ' ').trim();
  const characters = [...line];
  return characters.length > max ? `${characters.slice(0, max).join('').trimEnd()}…` : line;
}
