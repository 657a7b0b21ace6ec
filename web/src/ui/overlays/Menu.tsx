import { foldText } from '@wentwell/contract/text/letters';
import {
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type SyntheticEvent,
  useRef,
} from 'react';
import { flushSync } from 'react-dom';

import { classNames } from '#web/ui/class-names';
import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';
import { keyOf, shortcutOf, typedKey } from '#web/ui/key-press';

import { popupClass } from './popup-class.ts';
import type { Align, Side } from './popup-place.ts';
import { closePopupOf, keepKey, usePopup, type PopupTriggerProps } from './use-popup.ts';

function menuItemsOf(menu: Element): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
}

/** The item to focus; undefined if the key does not navigate. */
function itemForKey(items: readonly HTMLElement[], from: number, key: string) {
  if (key === 'ArrowDown') return items[(from + 1) % items.length];
  if (key === 'ArrowUp') return items.at(Math.max(from, 0) - 1);
  if (key === 'Home') return items[0];
  return key === 'End' ? items.at(-1) : undefined;
}

const typeAheadMs = 700;

/** Type-ahead: finds items by letters typed without a pause. One repeated letter cycles through the matches. */
function useTypeAhead() {
  const last = useRef<{ typed: string; at: number; item?: HTMLElement }>({ typed: '', at: 0 });
  return (items: readonly HTMLElement[], from: number, event: KeyboardEvent) => {
    const { typed, at, item } = last.current;
    const continuesTyping = item === items[from] && event.timeStamp - at < typeAheadMs;

    function find(letter: string): HTMLElement | undefined {
      const all = (continuesTyping ? typed : '') + foldText(letter);
      const isRepeated = new Set(all).size === 1;
      const next = isRepeated ? from + 1 : from;
      const found = [...items.slice(next), ...items.slice(0, next)].find((each) =>
        foldText(each.textContent.trim()).startsWith(isRepeated ? all.charAt(0) : all),
      );
      if (found) last.current = { typed: all, at: event.timeStamp, item: found };
      return found;
    }

    const key = keyOf(event);
    // A space typed within a name must not press the item.
    const isLetter = key === ' ' ? continuesTyping : /^.$/u.test(key);
    return isLetter ? (find(typedKey(event)) ?? find(key)) : undefined;
  };
}

// Re-exported, because a menu needs both modules.
export {
  CommandItems,
  MenuGroup,
  MenuItem,
  MenuLink,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
} from './MenuItems.tsx';

/** Opens from `trigger`, a Button or IconButton. Every item closes the menu. */
export function Menu(props: {
  trigger: ReactElement<PopupTriggerProps>;
  children: ReactNode;
  align?: Align;
  side?: Side;
}): ReactNode {
  const { trigger, children, align = 'end', side = 'bottom' } = props;
  const popup = usePopup({
    side,
    align,
    // Items may still be loading.
    onOpen: (menu, byKeyboard) => ((byKeyboard && menuItemsOf(menu)[0]) || menu).focus(),
  });

  const typeAhead = useTypeAhead();

  function handleKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    keepKey(event);
    const key = keyOf(event);
    if (key === 'Tab' || key === 'Escape') {
      closePopupOf(event.currentTarget);
      if (key === 'Escape') event.preventDefault();
      return;
    }
    if (/^(?:Mod|Alt)\+/.test(shortcutOf(event))) return;
    const items = menuItemsOf(event.currentTarget);
    const from = items.findIndex((each) => each === document.activeElement);
    const item = itemForKey(items, from, key) ?? typeAhead(items, from, event);
    if (!item) return;
    event.preventDefault();
    item.focus();
  }

  return (
    <>
      {cloneElement(trigger, { ...popup.triggerProps, 'aria-haspopup': 'menu' })}
      <div
        {...popup.popupProps}
        role="menu"
        aria-labelledby={popup.triggerProps.id}
        tabIndex={-1}
        onKeyDown={handleKeyDown}
        onClick={stopHere}
        onPointerDown={stopHere}
        onMouseDown={stopHere}
        onTouchStart={stopHere}
        className={classNames(
          popupClass,
          'max-h-[min(45rem,calc(100dvh-1rem))] w-max max-w-[min(20rem,calc(100vw-1rem))] min-w-52 p-1',
        )}
      >
        {popup.open && <Part>{children}</Part>}
      </div>
    </>
  );
}

/** Opens at the first matching item. On closing, the focus returns to where it was, not to the trigger. */
export function openMenuAt(trigger: HTMLElement, item: string): void {
  const menu = document.getElementById(trigger.getAttribute('popovertarget') ?? '');
  // The items are rendered only after the menu has opened.
  menu?.addEventListener('focusin', () => menu.querySelector<HTMLElement>(item)?.focus(), {
    once: true,
  });
  trigger.click();
  // The browser reports the opening in a later task, and the next key may come before it.
  flushSync(() => menu?.dispatchEvent(new ToggleEvent('toggle', { newState: 'open' })));
}

/** A click in the menu must not reach the element around it (a card that opens, a note that drags). */
function stopHere(event: SyntheticEvent): void {
  event.stopPropagation();
}
