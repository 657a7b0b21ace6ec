import { Check } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';

import { toast } from '#web/ui/feedback/toast';
import { keyOf } from '#web/ui/key-press';

import { TextField, type TextFieldProps } from './TextField.tsx';

/**
 * A text field that saves on blur, Enter or Escape, and when it goes, as a checkbox saves when pressed. A dialog without a
 * Save button must not lose the text when Escape closes it. A refused text stays in the field.
 */
export function AppliedTextField(
  props: Pick<TextFieldProps, 'autoFocus' | 'label' | 'inputMode' | 'maxLength'> & {
    /** The stored value; shown unless the user is typing. */
    value: string;
    /** Resolves to the reason of a refusal, or to null. */
    onApply: (typed: string) => Promise<string | null>;
  },
): ReactNode {
  const { value, onApply, ...field } = props;
  const [typed, setTyped] = useState<string | null>(null);
  // Shown until `value` has caught up. `over`: the stored value, and earlier texts that were still being saved.
  const [applied, setApplied] = useState<{ text: string; over: string[] } | null>(null);
  const [saved, setSaved] = useState<typeof applied>(null);
  const [error, setError] = useState<string | undefined>();
  // A ref, because a press of Escape applies the text and removes the field in one step.
  const isUnsaved = useRef(false);
  const isGone = useRef(false);
  const last = useRef<typeof applied>(null);
  // Caught up: whoever changes the stored value later is shown.
  if (applied !== null && applied === saved && applied.over.length > 0 && value === applied.text) {
    const done = { ...applied, over: [] };
    setApplied(done);
    setSaved(done);
  }
  const current = applied?.over.includes(value) ? applied.text : value;

  async function apply(): Promise<void> {
    isUnsaved.current = false;
    if (typed === null) return;
    const text = typed.trim();
    setTyped(null);
    setError(undefined);
    if (text === current) return;
    const pending = applied === saved ? null : applied;
    const sent = { text, over: pending ? [value, ...pending.over, pending.text] : [value] };
    setApplied(sent);
    last.current = sent;
    const refusal = await onApply(text);
    // A later text decides.
    if (last.current !== sent) return;
    if (refusal === null) {
      setSaved(sent);
      return;
    }
    if (isGone.current) sayLost(refusal, text);
    setApplied(null);
    setError(refusal);
    setTyped((since) => since ?? text);
  }

  const leave = useEffectEvent(() => {
    if (isUnsaved.current) void apply();
    else if (error !== undefined && typed !== null) sayLost(error, typed);
  });
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      leave();
    };
  }, []);

  return (
    <TextField
      {...field}
      autoComplete="off"
      value={typed ?? current}
      error={error}
      end={
        <span role="status" className="grid w-11 place-items-center text-success-text">
          {applied !== null && applied === saved && typed === null && (
            <>
              <Check className="size-4" />
              <span className="sr-only">Saved</span>
            </>
          )}
        </span>
      }
      onChange={(event) => {
        isUnsaved.current = true;
        setTyped(event.target.value);
      }}
      onBlur={() => void apply()}
      onKeyDown={(event) => {
        const key = keyOf(event);
        if (key === 'Enter' || key === 'Escape') void apply();
      }}
    />
  );
}

function sayLost(refusal: string, text: string): void {
  toast.warning({ title: refusal, ...(text !== '' && { description: `Your text: “${text}”` }) });
}
