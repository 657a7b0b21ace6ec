import {
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type SyntheticEvent,
} from 'react';
import { flushSync } from 'react-dom';

import { classNames } from '#web/ui/class-names';

import { popupClass } from './popup-class.ts';
import type { Align, Side } from './popup-place.ts';
import { closePopupOf, usePopup, type PopupTriggerProps } from './use-popup.ts';

/** Keyboard navigation in a menu: arrows wrap around, Home and End jump, a letter finds the next item that starts with it. */

function menuItemsOf(menu: Element): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
}

function nextByLetter(items: HTMLElement[], from: number, letter: string): HTMLElement | undefined {
  const rotated = [...items.slice(from + 1), ...items.slice(0, from + 1)];
  return rotated.find((item) => item.textContent.trim().toLocaleLowerCase().startsWith(letter));
}

/** The item to focus, or undefined where the key does not navigate. */
function itemForKey(menu: Element, key: string): HTMLElement | undefined {
  const items = menuItemsOf(menu);
  const from = items.findIndex((item) => item === document.activeElement);
  if (key === 'ArrowDown') return items[(from + 1) % items.length];
  if (key === 'ArrowUp') return items.at(from <= 0 ? -1 : from - 1);
  if (key === 'Home') return items[0];
  if (key === 'End') return items.at(-1);
  if (key.length === 1 && key !== ' ') return nextByLetter(items, from, key.toLocaleLowerCase());
  return undefined;
}

// Re-exported, because a menu needs both modules.
export {
  MenuGroup,
  MenuItem,
  MenuLink,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
} from './MenuItems.tsx';

/** Opens from `trigger`, a Button or IconButton. Every item closes the menu. */
export function Menu({
  trigger,
  children,
  align = 'end',
  side = 'bottom',
}: {
  trigger: ReactElement<PopupTriggerProps>;
  children: ReactNode;
  align?: Align;
  side?: Side;
}): ReactNode {
  const popup = usePopup({
    side,
    align,
    onOpen: (menu, byKeyboard) => (byKeyboard ? menuItemsOf(menu)[0] : menu)?.focus(),
  });

  function handleKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    // A menu may be inside a note or a dialog, which handle keys, too.
    event.stopPropagation();
    if (event.key === 'Tab' || event.key === 'Escape') {
      closePopupOf(event.currentTarget);
      if (event.key === 'Escape') event.preventDefault();
      return;
    }
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    const item = itemForKey(event.currentTarget, event.key);
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
          'max-h-[min(720px,calc(100dvh-16px))] w-max max-w-[min(320px,calc(100vw-16px))] min-w-52 p-1',
        )}
      >
        {popup.open && children}
      </div>
    </>
  );
}

/**
 * Opens a menu for the keyboard at the first item that matches. Whatever has the focus now gets it back when the menu
 * closes, even if that is not the trigger.
 */
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
