import {
  type CSSProperties,
  type KeyboardEvent,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ToggleEvent,
} from 'react';

import { shortcutOf } from '#web/ui/key-press';

/** The props that a trigger must pass on to its button. */
export type PopupTriggerProps = {
  id?: string;
  popoverTarget?: string;
  'aria-haspopup'?: 'menu' | 'dialog';
  'aria-expanded'?: boolean;
  'aria-label'?: string;
};

export type Side = 'top' | 'bottom' | 'left' | 'right';
export type Align = 'start' | 'center' | 'end';

/** Places a popup beside its trigger. popup.css turns it over where there is no room. */
export function placeBeside(side: Side, align: Align): CSSProperties {
  const [start, end] = side === 'top' || side === 'bottom' ? ['right', 'left'] : ['bottom', 'top'];
  const span = align === 'center' ? '' : ` span-${align === 'start' ? start : end}`;
  return { positionArea: side + span };
}

/** Adds position and initial focus to the browser's popover, which closes and restores the focus itself. */
export function usePopup(options: {
  side: Side;
  align: Align;
  /** `byKeyboard`: the popup was opened without a pointer and needs visible focus. */
  onOpen: (popup: HTMLDivElement, byKeyboard: boolean) => void;
}) {
  const { side, align, onOpen } = options;
  const id = useId();
  const ref = useRef<HTMLDivElement>(null);
  const openings = useRef(0);
  // A counter: the browser may merge a close and a reopening into one toggle event, and the popup needs the focus again.
  const [opening, setOpening] = useState<number | null>(null);
  const open = opening !== null;
  const enter = useEffectEvent(onOpen);

  // A layout effect: the content is rendered but not painted yet.
  useLayoutEffect(() => {
    if (opening === null || !ref.current) return;
    // A shortcut may open the popup while an element other than its trigger has the focus.
    enter(ref.current, document.activeElement?.matches(':focus-visible') ?? false);
  }, [opening]);

  return {
    open,
    triggerProps: { id: `${id}-trigger`, popoverTarget: id, 'aria-expanded': open },
    popupProps: {
      id,
      ref,
      popover: 'auto' as const,
      style: placeBeside(side, align),
      onBeforeToggle: (event: ToggleEvent<HTMLDivElement>) => {
        if (event.target === event.currentTarget && event.newState === 'open') {
          openings.current += 1;
        }
      },
      onToggle: (event: ToggleEvent<HTMLDivElement>) => {
        // React bubbles the toggle event of a tooltip inside up to here.
        if (event.target !== event.currentTarget) return;
        setOpening(event.newState === 'open' ? openings.current : null);
      },
    },
  };
}

/** Closes the popup around the element; the trigger has the focus when this returns. */
export function closePopupOf(element: Element): void {
  element.closest<HTMLElement>('[popover]')?.hidePopover();
}

/** Keys in a popup are not for what is around it, except the command palette's. */
export function keepKey(event: KeyboardEvent): void {
  if (shortcutOf(event) !== 'Mod+k') event.stopPropagation();
}
