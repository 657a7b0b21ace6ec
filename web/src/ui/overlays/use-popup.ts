import {
  type KeyboardEvent,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ToggleEvent,
} from 'react';

import { shortcutOf } from '#web/ui/key-press';

import { placeBeside, type Align, type Side } from './popup-place.ts';

/** The props that a trigger must pass on to its button. */
export type PopupTriggerProps = {
  id?: string;
  popoverTarget?: string;
  'aria-haspopup'?: 'menu' | 'dialog';
  'aria-expanded'?: boolean;
  'aria-label'?: string;
};

/** Adds position and initial focus to the browser's popover, which closes and restores the focus itself. */
export function usePopup(options: {
  side: Side;
  align: Align;
  /** `byKeyboard`: the popup was opened without a pointer and needs visible focus. */
  onOpen: (popup: HTMLDivElement, byKeyboard: boolean) => void;
}) {
  const { side, align, onOpen } = options;
  const id = useId();
  const triggerId = `${id}-trigger`;
  const ref = useRef<HTMLDivElement>(null);
  const openings = useRef(0);
  // A counter: the browser may merge a close and a reopening into one toggle event, and the popup must be placed again.
  const [opening, setOpening] = useState<number | null>(null);
  const open = opening !== null;

  const settle = useEffectEvent((popup: HTMLDivElement, trigger: Element) => {
    placeBeside(trigger, popup, { side, align, gap: 4 });
  });
  const enter = useEffectEvent(onOpen);

  // A layout effect: the content is rendered but not painted yet.
  useLayoutEffect(() => {
    const popup = ref.current;
    const trigger = document.getElementById(triggerId);
    if (opening === null || !popup || !trigger) return undefined;
    const follow = (): void => settle(popup, trigger);
    follow();
    popup.style.visibility = '';
    // A shortcut may open the popup while an element other than its trigger has the focus.
    enter(popup, document.activeElement?.matches(':focus-visible') ?? false);
    // Content may load after the first opening and enlarge the popup.
    const sizes = new ResizeObserver(follow);
    sizes.observe(popup);
    addEventListener('resize', follow);
    addEventListener('scroll', follow, { capture: true, passive: true });
    return () => {
      sizes.disconnect();
      removeEventListener('resize', follow);
      removeEventListener('scroll', follow, { capture: true });
    };
  }, [opening, triggerId]);

  return {
    open,
    triggerProps: { id: triggerId, popoverTarget: id, 'aria-expanded': open },
    popupProps: {
      id,
      ref,
      popover: 'auto' as const,
      onBeforeToggle: (event: ToggleEvent<HTMLDivElement>) => {
        if (event.target !== event.currentTarget) return;
        // The popup has no size before it is shown. Hidden until it is placed, it does not jump.
        if (event.newState !== 'open') return;
        event.currentTarget.style.visibility = 'hidden';
        openings.current += 1;
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
