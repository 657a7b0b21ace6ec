import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';

import { classNames } from '#web/ui/class-names';
import { Part, SmallPart } from '#web/ui/feedback/ErrorBoundary.tsx';
import { shortcutOf } from '#web/ui/key-press';

export type TabItem = {
  value: string;
  label: string;
  icon?: ReactNode;
  /** Unread content, marked by a dot that moves no tab. */
  isNew?: boolean;
  content: ReactNode;
};

/** Without `value` the component keeps the selected tab in its own state. */
export function Tabs(props: {
  label: string;
  items: readonly TabItem[];
  value?: string;
  onValueChange?: (value: string) => void;
  /** Fills a narrow panel; the content scrolls below the tabs. */
  fill?: boolean;
  end?: ReactNode;
}): ReactNode {
  const { label, items, value, onValueChange, fill = false, end } = props;
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
    const target = targets[shortcutOf(event)];
    const next = target === undefined ? undefined : items[target];
    if (!next) return;
    event.preventDefault();
    turnTo(next.value);
    document.getElementById(`${id}-tab-${next.value}`)?.focus();
  }

  return (
    <div className={fill ? 'flex min-h-0 flex-1 flex-col' : undefined}>
      <div className="flex shrink-0 items-center border-b border-line">
        <div
          role="tablist"
          aria-label={label}
          onKeyDown={handleKeyDown}
          className={classNames('flex min-w-0 flex-1 flex-wrap', fill ? 'pl-2' : 'gap-1')}
        >
          <SmallPart>
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
                className={classNames(
                  fill ? 'px-2' : 'px-3',
                  'relative flex h-11 shrink-0 items-center gap-2 rounded-t-sm font-semibold text-soft transition-colors -outline-offset-2! after:absolute after:inset-x-2 after:bottom-0 after:h-0.5 after:rounded-full hover:text-ink aria-selected:text-ink aria-selected:after:bg-focus [&_svg]:size-4',
                )}
              >
                {item.icon}
                {item.label}
                {item.isNew === true && (
                  <span className="absolute top-2 right-0 rounded-full border-4 border-focus">
                    <span className="sr-only">new</span>
                  </span>
                )}
              </button>
            ))}
          </SmallPart>
        </div>
        <SmallPart>{end}</SmallPart>
      </div>
      {items.map((item) => (
        <div
          key={item.value}
          role="tabpanel"
          id={`${id}-panel-${item.value}`}
          aria-labelledby={`${id}-tab-${item.value}`}
          hidden={item.value !== active}
          tabIndex={0}
          className={
            fill
              ? 'relative min-h-0 flex-1 overflow-y-auto overscroll-contain p-4 -outline-offset-2!'
              : 'rounded-sm pt-5'
          }
        >
          {item.value === active && <Part>{item.content}</Part>}
        </div>
      ))}
    </div>
  );
}
