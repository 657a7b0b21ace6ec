import { cloneElement, type ReactElement, type ReactNode } from 'react';

import { classNames } from '#web/ui/class-names';
import { popupClass } from '#web/ui/overlays/popup-class';
import { closePopupOf, usePopup, type PopupTriggerProps } from '#web/ui/overlays/use-popup';

import { type ComboboxOption, OptionList, type OptionListProps } from './OptionList.tsx';

/** A searchable list. The focus stays in the search field; the arrow keys move the highlight. */
export function Combobox(
  props: Omit<OptionListProps, 'onChoose'> & {
    onValueChange: (value: string) => void;
    /** The button that opens the list and shows the current choice. */
    trigger: ReactElement<PopupTriggerProps>;
    footer?: ReactNode;
  },
): ReactNode {
  const { label, options, value, onValueChange, trigger, footer } = props;
  const current = options.find((option) => option.value === value);
  const popup = usePopup({
    side: 'bottom',
    align: 'start',
    onOpen: (element) => element.querySelector('input')?.focus(),
  });
  function choose(option: ComboboxOption, element: Element): void {
    closePopupOf(element);
    if (option.value !== value) onValueChange(option.value);
  }

  return (
    <>
      {cloneElement(trigger, {
        ...popup.triggerProps,
        'aria-haspopup': 'dialog',
        // Without a choice the trigger's own text is the name.
        ...(current && { 'aria-label': `${label}: ${current.label}` }),
      })}
      <div
        {...popup.popupProps}
        role="dialog"
        aria-label={label}
        className={classNames(popupClass, 'w-[min(18.75rem,calc(100vw-1rem))]')}
      >
        {popup.open && <OptionList {...props} onChoose={choose} />}
        {popup.open && footer !== undefined && (
          <div className="border-t border-line p-1">{footer}</div>
        )}
      </div>
    </>
  );
}
