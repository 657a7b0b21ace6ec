import {
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type RefObject,
  type ToggleEvent,
} from 'react';

import { placeBeside, type Align, type Side } from './popup-place.ts';

/** What a trigger must accept to open a popup: what any button accepts. */
export type PopupTriggerProps = {
  id?: string;
  popoverTarget?: string;
  'aria-haspopup'?: 'menu' | 'dialog';
  'aria-expanded'?: boolean;
  'aria-label'?: string;
};

export type Popup = {
  open: boolean;
  triggerProps: { id: string; popoverTarget: string; 'aria-expanded': boolean };
  popupProps: {
    id: string;
    ref: RefObject<HTMLDivElement | null>;
    popover: 'auto';
    onBeforeToggle: (event: ToggleEvent<HTMLDivElement>) => void;
    onToggle: (event: ToggleEvent<HTMLDivElement>) => void;
  };
};

/**
 * A popup on the browser's own popover: it stands above everything, closes on Escape and on a press
 * outside, and gives the focus back. Ours is only the place, and where the focus goes.
 */
export function usePopup(options: {
  side: Side;
  align: Align;
  /** `byKeyboard`: opened without a pointer, so something should be focused visibly. */
  onOpen: (popup: HTMLDivElement, byKeyboard: boolean) => void;
}): Popup {
  const { side, align, onOpen } = options;
  const id = useId();
  const triggerId = `${id}-trigger`;
  const ref = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);

  const settle = useEffectEvent((popup: HTMLDivElement, trigger: Element) => {
    placeBeside(trigger, popup, { side, align, gap: 4 });
  });
  const enter = useEffectEvent(onOpen);

  // In the layout phase: the popup's content has just been rendered, and nothing has been painted yet.
  useLayoutEffect(() => {
    const popup = ref.current;
    const trigger = document.getElementById(triggerId);
    if (!open || !popup || !trigger) return undefined;
    const follow = (): void => settle(popup, trigger);
    follow();
    popup.style.visibility = '';
    enter(popup, trigger.matches(':focus-visible'));
    addEventListener('resize', follow);
    addEventListener('scroll', follow, { capture: true, passive: true });
    return () => {
      removeEventListener('resize', follow);
      removeEventListener('scroll', follow, { capture: true });
    };
  }, [open, triggerId]);

  return {
    open,
    triggerProps: { id: triggerId, popoverTarget: id, 'aria-expanded': open },
    popupProps: {
      id,
      ref,
      popover: 'auto',
      onBeforeToggle: (event) => {
        if (event.target !== event.currentTarget) return;
        // It has no size before it is shown; unseen until placed, it does not jump.
        if (event.newState === 'open') event.currentTarget.style.visibility = 'hidden';
      },
      onToggle: (event) => {
        // React lets the toggling of a tooltip inside bubble up to here.
        if (event.target === event.currentTarget) setOpen(event.newState === 'open');
      },
    },
  };
}

/** Closes the popup that an element stands in; the focus is back on the trigger when this returns. */
export function closePopupOf(element: Element): void {
  element.closest<HTMLElement>('[popover]')?.hidePopover();
}
