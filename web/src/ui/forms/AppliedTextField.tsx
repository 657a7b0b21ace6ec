import { Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import { keyOf } from '#web/ui/key-press';

import { TextField, type TextFieldProps } from './TextField.tsx';

/**
 * A text that is applied when its field is left, or Enter or Escape is pressed, as a checkbox is when it is pressed: a
 * dialog without a button to save must not lose what was typed when Escape closes it. What is refused stays to be mended.
 */
export function AppliedTextField(
  props: Pick<TextFieldProps, 'label' | 'inputMode' | 'maxLength'> & {
    /** As it is now; shown unless somebody types. */
    value: string;
    /** Resolves to why it was refused, or to null. */
    onApply: (typed: string) => Promise<string | null>;
  },
): ReactNode {
  const { value, onApply, ...field } = props;
  const [typed, setTyped] = useState<string | null>(null);
  // Shown until the value follows.
  const [applied, setApplied] = useState<{ text: string; over: string } | null>(null);
  const [error, setError] = useState<string | undefined>();
  const current = applied?.over === value ? applied.text : value;

  async function apply(): Promise<void> {
    if (typed === null) return;
    const text = typed.trim();
    setTyped(null);
    setError(undefined);
    if (text === current) return;
    setApplied({ text, over: value });
    const refusal = await onApply(text);
    if (refusal === null) return;
    setApplied(null);
    setError(refusal);
    setTyped((since) => since ?? text);
  }

  return (
    <TextField
      {...field}
      autoComplete="off"
      value={typed ?? current}
      error={error}
      end={
        <span role="status" className="grid w-11 place-items-center text-success-text">
          {applied !== null && typed === null && (
            <>
              <Check className="size-4" />
              <span className="sr-only">Saved</span>
            </>
          )}
        </span>
      }
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => void apply()}
      onKeyDown={(event) => {
        const key = keyOf(event);
        if (key === 'Enter' || key === 'Escape') void apply();
      }}
    />
  );
}
