import type { ComponentProps, ReactNode } from 'react';

/** Invisible, but covers its `relative` label, so that the whole label is clickable. */
export function Radio(
  props: ComponentProps<'input'> & { isChosen: boolean; onChoose: () => void },
): ReactNode {
  const { isChosen, onChoose, ...rest } = props;
  return (
    <input
      className="peer absolute inset-0 cursor-[inherit] appearance-none opacity-0"
      {...rest}
      type="radio"
      checked={isChosen}
      data-rendered={isChosen}
      onChange={onChoose}
    />
  );
}
