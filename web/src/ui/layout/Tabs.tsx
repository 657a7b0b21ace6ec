import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';

export type TabItem = { value: string; label: string; icon?: ReactNode; content: ReactNode };

/** Without `value` the component keeps the selected tab in its own state. */
export function Tabs({
  label,
  items,
  value,
  onValueChange,
}: {
  label: string;
  items: readonly TabItem[];
  value?: string;
  onValueChange?: (value: string) => void;
}): ReactNode {
  const id = useId();
  const [own, setOwn] = useState(items[0]?.value);
  const active = value ?? own;

  function turnTo(next: string): void {
    setOwn(next);
    onValueChange?.(next);
  }

  function handleKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const at = items.findIndex((item) => item.value === active);
    const targets: Record<string, number> = {
      ArrowRight: (at + 1) % items.length,
      ArrowLeft: (at - 1 + items.length) % items.length,
      Home: 0,
      End: items.length - 1,
    };
    const target = targets[event.key];
    const next = target === undefined ? undefined : items[target];
    if (!next) return;
    event.preventDefault();
    turnTo(next.value);
    document.getElementById(`${id}-tab-${next.value}`)?.focus();
  }

  return (
    <div>
      <div
        role="tablist"
        aria-label={label}
        onKeyDown={handleKeyDown}
        className="flex gap-1 overflow-x-auto border-b border-line"
      >
        {items.map((item) => (
          <button
            key={item.value}
            type="button"
            role="tab"
            id={`${id}-tab-${item.value}`}
            aria-selected={item.value === active}
            aria-controls={`${id}-panel-${item.value}`}
            tabIndex={item.value === active ? 0 : -1}
            onClick={() => turnTo(item.value)}
            className="relative flex h-11 shrink-0 items-center gap-2 rounded-t-sm px-3 font-semibold text-soft transition-colors -outline-offset-2! after:absolute after:inset-x-2 after:bottom-0 after:h-0.5 after:rounded-full after:transition-colors hover:text-ink aria-selected:text-ink aria-selected:after:bg-focus [&_svg]:size-4"
          >
            {item.icon}
            {item.label}
          </button>
        ))}
      </div>
      {items.map((item) => (
        <div
          key={item.value}
          role="tabpanel"
          id={`${id}-panel-${item.value}`}
          aria-labelledby={`${id}-tab-${item.value}`}
          hidden={item.value !== active}
          tabIndex={0}
          className="rounded-sm pt-5"
        >
          {item.value === active && item.content}
        </div>
      ))}
    </div>
  );
}
