// A note's text cut into what is plain and what may be clicked. Never HTML: the parts are shown as text.
export type TextPart =
  | { kind: 'text'; text: string }
  | { kind: 'link'; text: string; href: string };

// Addresses that begin with a scheme, and no others: "node.js" and "e.g." are words.
const address = /\b(?:https?:\/\/|mailto:)[^\s<>"`]+/giu;
const safeProtocols = new Set(['http:', 'https:', 'mailto:']);

/** The parts stand in the order of the text; joined they are the text again. */
export function splitLinks(content: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { index, 0: found } of content.matchAll(address)) {
    const text = withoutPunctuation(found);
    const url = URL.parse(text);
    if (!url || !safeProtocols.has(url.protocol) || url.href === 'mailto:') continue;
    if (index > end) parts.push({ kind: 'text', text: content.slice(end, index) });
    parts.push({ kind: 'link', text, href: url.href });
    end = index + text.length;
  }
  if (end < content.length) parts.push({ kind: 'text', text: content.slice(end) });
  return parts;
}

const openings: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** The sentence's punctuation after an address is not part of it, nor is a bracket that was opened before it. */
function withoutPunctuation(found: string): string {
  const open = new Map<string, number>();
  for (const character of found) open.set(character, (open.get(character) ?? 0) + 1);
  let end = found.length;
  for (; end > 0; end -= 1) {
    const last = found[end - 1] ?? '';
    const count = open.get(last) ?? 0;
    const opening = openings[last];
    const isSurplus = opening !== undefined && count > (open.get(opening) ?? 0);
    if (!isSurplus && !".,;:!?'*_~’”»".includes(last)) break;
    open.set(last, count - 1);
  }
  return found.slice(0, end);
}

/** The beginning of a text on one line; `max` counts characters, not code units. */
export function preview(content: string, max: number): string {
  const line = content.replaceAll(/\s+/gu, ' ').trim();
  const characters = [...line];
  return characters.length > max ? `${characters.slice(0, max).join('').trimEnd()}…` : line;
}
