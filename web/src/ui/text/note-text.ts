// Splits a note's text into lists, code, links and plain text. Always rendered as text, never as HTML.
import { isBlank } from '@wentwell/contract/text/letters';

export type TextPart =
  | { kind: 'text' | 'code'; text: string }
  | { kind: 'link'; text: string; href: string };

export type TextBlock =
  | { kind: 'text'; parts: readonly TextPart[] }
  | { kind: 'code'; text: string }
  | { kind: 'list'; start: number | null; items: readonly (readonly TextPart[])[] };

// Only addresses with a scheme: "node.js" and "e.g." are words.
const address = /\b(?:https?:\/\/|mailto:)[^\s<>"`]+/giu;
const safeProtocols = new Set(['http:', 'https:', 'mailto:']);

/** Parts in text order; joined they equal the text. */
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

/** Trailing punctuation is not part of an address, nor is a bracket opened before it. */
function withoutPunctuation(found: string): string {
  const open = new Map<string, number>();
  for (const character of found) open.set(character, (open.get(character) ?? 0) + 1);
  let end = found.length;
  for (; end > 0; end -= 1) {
    const last = found[end - 1] ?? '';
    const count = open.get(last) ?? 0;
    const opening = openings[last];
    const isUnbalanced = opening !== undefined && count > (open.get(opening) ?? 0);
    if (!isUnbalanced && !".,;:!?'*_~’”»".includes(last)) break;
    open.set(last, count - 1);
  }
  return found.slice(0, end);
}

const fence = /^\s*```[\w-]*\s*$/u;
const bullet = /^\s{0,3}[-*•]\s+(?=\S)/u;
const ordinal = /^\s{0,3}(\d{1,3})[.)]\s+(?=\S)/u;

/** List items begin with "-", "*", "•" or a number. Three backticks fence code; an unclosed fence is text. */
export function parseNote(content: string): TextBlock[] {
  const lines = content.split(/\r\n?|\n/u);
  const blocks: TextBlock[] = [];
  let plain: string[] = [];
  function closeText(): void {
    const text = plain.join('\n');
    plain = [];
    if (!isBlank(text)) blocks.push({ kind: 'text', parts: splitInline(text) });
  }

  const lastFence = lines.findLastIndex((line) => fence.test(line));
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const marker = bullet.test(line) ? bullet : ordinal;
    if (fence.test(line) && index < lastFence) {
      closeText();
      const end = lines.findIndex((each, at) => at > index && fence.test(each));
      blocks.push({ kind: 'code', text: lines.slice(index + 1, end).join('\n') });
      index = end;
    } else if (marker.test(line)) {
      closeText();
      const start = ordinal.exec(line)?.[1];
      const items: TextPart[][] = [];
      for (; index < lines.length && marker.test(lines[index] ?? ''); index += 1) {
        items.push(splitInline((lines[index] ?? '').replace(marker, '')));
      }
      index -= 1;
      blocks.push({ kind: 'list', start: start === undefined ? null : Number(start), items });
    } else {
      plain.push(line);
    }
  }
  closeText();
  return blocks;
}

/** Inline code in backticks, and links outside of it. */
function splitInline(text: string): TextPart[] {
  return text.split(/((?<!`)`[^`\n]+`(?!`))/u).flatMap((piece): TextPart[] => {
    const isCode = /^`[^`\n]+`$/u.test(piece);
    return isCode ? [{ kind: 'code', text: piece.slice(1, -1) }] : splitLinks(piece);
  });
}
