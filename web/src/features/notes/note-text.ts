// A note's text cut into what is plain and what may be clicked. Never HTML: the parts are shown as text.

export type TextPart =
  | { kind: 'text'; text: string }
  | { kind: 'link'; text: string; href: string };

const candidates = /\b(?:https?:\/\/|mailto:)[^\s<>"“”]+/giu;
const safeProtocols = new Set(['http:', 'https:', 'mailto:']);

/** Takes a text; gives its parts in order, which together are the text again. */
export function splitLinks(content: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of content.matchAll(candidates)) {
    const text = withoutSentenceEnd(match[0]);
    const url = URL.parse(text);
    if (!url || !safeProtocols.has(url.protocol)) continue;
    if (match.index > end) parts.push({ kind: 'text', text: content.slice(end, match.index) });
    parts.push({ kind: 'link', text, href: url.href });
    end = match.index + text.length;
  }
  if (end < content.length) parts.push({ kind: 'text', text: content.slice(end) });
  return parts;
}

const sentenceMarks = new Set(".,;:!?'’");

/**
 * A full stop, a comma or an unopened bracket at the end belongs to the sentence, not to the address. Reads the text
 * twice at most, however many brackets stand at its end: a board shows a thousand notes at once.
 */
function withoutSentenceEnd(address: string): string {
  let unopened = 0;
  for (const character of address) {
    if (character === ')') unopened += 1;
    if (character === '(') unopened -= 1;
  }
  let end = address.length;
  for (; end > 0; end -= 1) {
    const last = address.charAt(end - 1);
    if (last === ')' && unopened > 0) unopened -= 1;
    else if (!sentenceMarks.has(last)) break;
  }
  return address.slice(0, end);
}

/** Takes a text and the longest length in characters; gives its beginning on one line. */
export function preview(content: string, max: number): string {
  const line = content.replaceAll(/\s+/gu, ' ').trim();
  const characters = [...line];
  return characters.length > max ? `${characters.slice(0, max).join('').trimEnd()}…` : line;
}
