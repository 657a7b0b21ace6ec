import { Emoji } from '@wentwell/contract/reactions';
import { type FormEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { closePopupOf } from '#web/ui/overlays/use-popup';

import type { ReactionsOfNote } from './ReactionChips.tsx';

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

/** A few emojis to press, and a field for every other. Arrows lead from one to the next. */
export function EmojiPicker(props: {
  reactions: ReactionsOfNote;
  onReact: (emoji: string, on: boolean) => void;
}): ReactNode {
  const { reactions, onReact } = props;
  const root = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();

  function react(emoji: string): void {
    if (root.current) closePopupOf(root.current);
    onReact(emoji, !reactions[emoji]?.mine);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    const parsed = Emoji.safeParse(typed.trim());
    if (parsed.success) react(parsed.data);
    else setError(parsed.error.issues[0]?.message);
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
    const target = buttons[at + (steps[event.key] ?? Number.NaN)];
    if (!target) return;
    event.preventDefault();
    target.focus();
  }

  return (
    <div ref={root} className="grid w-72 gap-3">
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
            className="emoji-choice ring-focus"
            onClick={() => react(emoji)}
          >
            <span aria-hidden="true">{emoji}</span>
          </button>
        ))}
      </div>
      <form noValidate onSubmit={submit} className="grid grid-cols-[1fr_auto] items-start gap-2">
        <TextField
          label="Another emoji"
          hideLabel
          placeholder="Another emoji"
          autoComplete="off"
          value={typed}
          error={error}
          onChange={(event) => {
            setTyped(event.target.value);
            setError(undefined);
          }}
        />
        <Button type="submit" variant="primary">
          React
        </Button>
      </form>
    </div>
  );
}
