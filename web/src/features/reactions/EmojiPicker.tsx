import { Emoji, type Reaction } from '@wentwell/contract/notes/reactions';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';

import { ShortForm } from '#web/ui/forms/ShortForm.tsx';
import { shortcutOf } from '#web/ui/key-press';
import { closePopupOf } from '#web/ui/overlays/use-popup';

const usual = [
  ['👍', 'thumbs up'],
  ['❤️', 'heart'],
  ['🎉', 'party'],
  ['😂', 'laughing'],
  ['😮', 'surprised'],
  ['🤔', 'thinking'],
  ['😕', 'confused'],
  ['👀', 'eyes'],
  ['🔥', 'fire'],
  ['💯', 'a hundred'],
  ['🙏', 'thanks'],
  ['🚀', 'rocket'],
] as const;
const inARow = 6;

/** Buttons for some emojis, and a field for any other. Arrows move between them. */
export function EmojiPicker(props: {
  reactions: Readonly<Record<string, Reaction>>;
  onReact: (emoji: string, on: boolean) => void;
}): ReactNode {
  const { reactions, onReact } = props;
  const root = useRef<HTMLDivElement>(null);

  function react(emoji: string): void {
    if (root.current) closePopupOf(root.current);
    onReact(emoji, !reactions[emoji]?.mine);
  }

  function reactWithTyped(typed: string): string | undefined {
    const parsed = Emoji.safeParse(typed.trim());
    if (!parsed.success) return parsed.error.issues[0]?.message;
    react(parsed.data);
    return undefined;
  }

  function handleKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const at = buttons.findIndex((button) => button === document.activeElement);
    const steps: Record<string, number> = {
      ArrowRight: 1,
      ArrowLeft: -1,
      ArrowDown: inARow,
      ArrowUp: -inARow,
    };
    const target = buttons[at + (steps[shortcutOf(event)] ?? Number.NaN)];
    if (!target) return;
    event.preventDefault();
    target.focus();
  }

  return (
    <div ref={root} className="grid w-72 max-w-full gap-3">
      <div
        role="group"
        aria-label="Emojis"
        className="grid grid-cols-6 gap-1"
        onKeyDown={handleKeyDown}
      >
        {usual.map(([emoji, name]) => (
          <button
            key={emoji}
            type="button"
            aria-label={`${emoji} ${name}`}
            aria-pressed={reactions[emoji]?.mine ?? false}
            title={name}
            className="emoji-choice inline-flex items-center justify-center h-11 rounded-md leading-none ring-focus"
            onClick={() => react(emoji)}
          >
            <span aria-hidden="true">{emoji}</span>
          </button>
        ))}
      </div>
      <ShortForm
        label="Another emoji"
        placeholder="Another emoji"
        submitLabel="React"
        onSubmit={reactWithTyped}
      />
    </div>
  );
}
