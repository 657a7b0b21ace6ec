import { openMenuAt } from './Menu.tsx';

/** Opens a card's menu at the columns. Closing it returns the focus to the present element. */
export function openMoveMenu(card: HTMLElement): void {
  const trigger = card.querySelector<HTMLElement>('[aria-haspopup="menu"]');
  if (trigger) openMenuAt(trigger, '[role="group"] [role="menuitem"]');
}
