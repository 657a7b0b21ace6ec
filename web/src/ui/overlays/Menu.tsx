import {
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type SyntheticEvent,
} from 'react';
import { flushSync } from 'react-dom';

import { classNames } from '#web/ui/class-names';

import { itemForKey, menuItemsOf } from './menu-keys.ts';
import { popupClass } from './popup-class.ts';
import type { Align, Side } from './popup-place.ts';
import { closePopupOf, usePopup, type PopupTriggerProps } from './use-popup.ts';

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
