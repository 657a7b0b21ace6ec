import { openMenuAt } from './Menu.tsx';

/** Opens the menu of a card where it lists the columns. Closing it returns the focus to what has it now. */
export function openMoveMenu(card: HTMLElement): void {
  const trigger = card.querySelector<HTMLElement>('[aria-haspopup="menu"]');
  if (trigger) openMenuAt(trigger, '[role="group"] [role="menuitem"]');
}
