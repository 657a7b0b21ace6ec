import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

/** The whole row is the click target. */
export function Checkbox(props: {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  disabled?: boolean;
}): ReactNode {
  const { label, hint, checked, onCheckedChange, disabled = false } = props;
  return (
    <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5 has-disabled:cursor-not-allowed has-disabled:text-muted">
      <span className="relative mt-0.5 flex size-5 shrink-0">
        <input
          type="checkbox"
          checked={checked}
          data-rendered={checked}
          disabled={disabled}
          onChange={(event) => onCheckedChange(event.target.checked)}
          className="peer ring-focus size-5 cursor-[inherit] appearance-none rounded-sm border-[1.5px] border-control bg-card transition-colors checked:border-primary checked:bg-primary hover:not-checked:border-control-hover disabled:bg-sunken"
        />
        <Check
          strokeWidth={3.5}
          className="pointer-events-none absolute inset-0 m-auto size-3.5 text-on-primary opacity-0 transition-opacity peer-checked:opacity-100"
        />
      </span>
      <span className="grid gap-0.5">
        <span className="py-0.5 font-medium">{label}</span>
        {hint !== undefined && <span className="text-xs text-muted">{hint}</span>}
      </span>
    </label>
  );
}
