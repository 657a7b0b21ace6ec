import { cloneElement, type KeyboardEvent, type ReactElement, type ReactNode } from 'react';

import { classNames } from '#web/ui/class-names';
import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';
import { keyOf } from '#web/ui/key-press';

import { popupClass } from './popup-class.ts';
import {
  type Align,
  closePopupOf,
  keepKey,
  type PopupTriggerProps,
  type Side,
  usePopup,
} from './use-popup.ts';

/**
 * A panel that opens from `trigger`. Controls inside close it with `closePopupOf`. By keyboard it opens at the pressed control,
 * or else at the first.
 */
export function Popover(props: {
  trigger: ReactElement<PopupTriggerProps>;
  label: string;
  align?: Align;
  side?: Side;
  children: ReactNode;
}): ReactNode {
  const { trigger, label, align = 'center', side = 'bottom', children } = props;
  const popup = usePopup({
    side,
    align,
    onOpen: (panel, byKeyboard) => {
      const first = (of: string) => panel.querySelector<HTMLElement>(of);
      const control = first('[aria-pressed=true]') ?? first('a, button, input, select');
      ((byKeyboard && control) || panel).focus();
    },
  });

  function handleKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    keepKey(event);
    if (keyOf(event) !== 'Escape') return;
    event.preventDefault();
    closePopupOf(event.currentTarget);
  }

  return (
    <>
      {cloneElement(trigger, { ...popup.triggerProps, 'aria-haspopup': 'dialog' })}
      <div
        {...popup.popupProps}
        role="dialog"
        aria-label={label}
        tabIndex={-1}
        onKeyDown={handleKeyDown}
        className={classNames(popupClass, 'w-max max-w-[calc(100vw-1rem)] p-4')}
      >
        {popup.open && <Part>{children}</Part>}
      </div>
    </>
  );
}
