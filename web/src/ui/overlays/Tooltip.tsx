import {
  cloneElement,
  useEffect,
  useId,
  useRef,
  useState,
  type ReactElement,
  type ReactNode,
} from 'react';

import { keyOf } from '#web/ui/key-press';

import { placeBeside, type Side } from './use-popup.ts';

const delayMs = 350;

/** Shown on hover and keyboard focus. `describes` sets aria-describedby; an IconButton does not need it. */
export function Tooltip(props: {
  text: ReactNode;
  children: ReactElement<{ 'aria-describedby'?: string | undefined }>;
  side?: Side;
  describes?: boolean;
}): ReactNode {
  const { text, children, side = 'top', describes = true } = props;
  const id = useId();
  const wrapper = useRef<HTMLSpanElement>(null);
  const popup = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [shown, setShown] = useState(false);

  useEffect(() => () => clearTimeout(timer.current), []);

  useEffect(() => {
    const source = wrapper.current?.firstElementChild;
    const tip = popup.current;
    if (!shown || !(source instanceof HTMLElement) || !tip) return undefined;
    tip.showPopover({ source });
    // Captures the key and stops it, so that Escape closes the tooltip before the dialog below.
    function handleKey(event: KeyboardEvent): void {
      if (keyOf(event) !== 'Escape') return;
      event.stopPropagation();
      setShown(false);
    }
    addEventListener('keydown', handleKey, { capture: true });
    return () => {
      removeEventListener('keydown', handleKey, { capture: true });
      if (tip.isConnected) tip.hidePopover();
    };
  }, [shown]);

  function showSoon(): void {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setShown(true), delayMs);
  }

  function hide(): void {
    clearTimeout(timer.current);
    setShown(false);
  }

  return (
    <span
      ref={wrapper}
      className="contents"
      onPointerOver={(event) => event.pointerType === 'mouse' && showSoon()}
      onPointerOut={hide}
      onFocus={(event) => event.target.matches(':focus-visible') && showSoon()}
      onBlur={hide}
      onClick={hide}
    >
      {describes ? cloneElement(children, { 'aria-describedby': id }) : children}
      {(describes || shown) && (
        <span
          ref={popup}
          id={id}
          role="tooltip"
          popover="manual"
          style={placeBeside(side, 'center')}
          className="popup pointer-events-none w-max max-w-64 rounded-sm bg-tip px-2 py-1 text-xs font-medium whitespace-normal text-on-primary wrap-anywhere shadow-raised"
        >
          {text}
        </span>
      )}
    </span>
  );
}
