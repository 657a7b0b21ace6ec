import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';

import { classNames } from '#web/ui/class-names';
import { keyOf } from '#web/ui/key-press';

import { useBackCloses } from './back-closes.ts';
import { controlsIn, hasNoFocus, openModals, returnFocus, stepFocus } from './modal-focus.ts';

export interface ModalProps {
  open: boolean;
  /** Called on Back, Escape and a press outside. The caller may keep it open. */
  onClose: () => void;
  role?: 'dialog' | 'alertdialog';
  labelledBy: string;
  describedBy?: string | undefined;
  closesByPressOutside?: boolean;
  /** Returns the element that gets the focus first. The default is the first control. */
  firstFocus?: (popup: HTMLElement) => HTMLElement | null | undefined;
  className: string;
  children: ReactNode;
}

/** Traps the focus and restores it on close. Focuses within the opening task, so that no typed key is lost. */
export function Modal(props: ModalProps): ReactNode {
  const { open, onClose } = props;
  const popup = useRef<HTMLDivElement>(null);
  // Rendered until the fade-out has ended.
  const [isShown, setShown] = useState(open);
  if (open && !isShown) setShown(true);
  useBackCloses(open, onClose);

  useEffect(() => {
    if (open || !isShown) return undefined;
    let isStale = false;
    const fading = popup.current?.getAnimations() ?? [];
    void Promise.allSettled(fading.map(({ finished }) => finished)).then(() => {
      if (!isStale) setShown(false);
    });
    return () => {
      isStale = true;
    };
  }, [open, isShown]);

  if (!isShown) return null;
  return createPortal(<Layer {...props} popup={popup} />, document.body);
}

function Layer(props: ModalProps & { popup: RefObject<HTMLDivElement | null> }): ReactNode {
  const { open, popup, role = 'dialog', labelledBy, describedBy, children } = props;
  const { onClose, closesByPressOutside = true, className } = props;
  const firstFocus = useEffectEvent((element: HTMLElement) => props.firstFocus?.(element));
  const close = useEffectEvent(onClose);

  useLayoutEffect(() => {
    const element = popup.current;
    if (!open || !element) return undefined;
    const before = document.activeElement;
    const remove = openModals.add(element);
    (firstFocus(element) ?? controlsIn(element)[0] ?? element).focus({ preventScroll: true });
    return () => {
      // After a press outside, such as on a toast, the focus stays there.
      const isInside = element.contains(document.activeElement) || hasNoFocus();
      remove();
      if (isInside && before instanceof HTMLElement) returnFocus(before);
    };
  }, [open, popup]);

  useEffect(() => {
    if (!open) return undefined;
    const ending = new AbortController();
    const isTop = (): boolean => popup.current !== null && openModals.top === popup.current;
    function handleKeyDown(event: KeyboardEvent): void {
      if (!popup.current || !isTop() || event.defaultPrevented) return;
      const key = keyOf(event);
      if (key === 'Escape') {
        event.preventDefault();
        close();
      } else if (key === 'Tab') stepFocus(popup.current, event);
    }
    function handleFocusIn({ target }: FocusEvent): void {
      if (!popup.current || !isTop() || !(target instanceof Element)) return;
      if (target.closest('#root')) (controlsIn(popup.current)[0] ?? popup.current).focus();
    }
    document.addEventListener('keydown', handleKeyDown, ending);
    document.addEventListener('focusin', handleFocusIn, ending);
    return () => ending.abort();
  }, [open, popup]);

  const ends = open ? undefined : '';
  return (
    <div data-modal="">
      {/* Also above a drawer, because two panels side by side would look like one. */}
      <div
        role="presentation"
        data-ending-style={ends}
        className="layer-dialog fixed inset-0 bg-scrim transition-opacity motion-base starting:opacity-0 data-ending-style:pointer-events-none data-ending-style:opacity-0"
        onClick={closesByPressOutside ? onClose : undefined}
      />
      <div
        ref={popup}
        role={role}
        aria-modal="true"
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        tabIndex={-1}
        data-ending-style={ends}
        inert={!open}
        className={classNames('layer-dialog fixed flex flex-col outline-none', className)}
      >
        {children}
      </div>
    </div>
  );
}
