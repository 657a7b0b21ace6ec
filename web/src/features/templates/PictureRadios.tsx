import { type ReactNode, useId } from 'react';

/** Small pictures side by side, of which one is chosen; each is named for screen readers and by a tooltip. */
export function PictureRadios<Value extends string>(props: {
  label: string;
  choices: readonly { value: Value; name: string; picture: ReactNode }[];
  value: Value;
  onValueChange: (value: Value) => void;
}): ReactNode {
  const { label, choices, value, onValueChange } = props;
  const id = useId();
  return (
    <div className="grid min-w-0 gap-1">
      <span id={id} className="text-xs font-medium text-soft">
        {label}
      </span>
      <div role="radiogroup" aria-labelledby={id} className="flex flex-wrap gap-1">
        {choices.map((choice) => (
          <label
            key={choice.value}
            title={choice.name}
            className="relative flex size-8 cursor-pointer items-center justify-center rounded-sm border border-transparent text-soft transition-colors hover:bg-hover hover:text-ink has-checked:border-focus has-checked:bg-selected has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-focus has-focus-visible:outline-solid pointer-coarse:size-11"
          >
            <input
              type="radio"
              name={id}
              aria-label={choice.name}
              checked={choice.value === value}
              onChange={() => onValueChange(choice.value)}
              className="absolute inset-0 cursor-[inherit] appearance-none opacity-0"
            />
            {choice.picture}
          </label>
        ))}
      </div>
    </div>
  );
}
