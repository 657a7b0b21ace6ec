/** The look that menus and comboboxes share, without the width. Resets the text styles that a popup inherits. */
export const popupClass =
  'popup overflow-y-auto overscroll-contain rounded-md bg-overlay text-left text-sm font-normal whitespace-normal text-ink shadow-float outline-none';

export const popupItemClass =
  'relative flex min-h-10 w-full cursor-pointer items-center gap-2.5 rounded-sm px-2.5 py-2 text-left font-medium outline-none select-none max-sm:min-h-11 pointer-coarse:min-h-11 ' +
  'aria-disabled:cursor-not-allowed [&_svg]:size-4 [&_svg]:shrink-0';

export const popupLabelClass = 'block px-2.5 pt-2.5 pb-1 text-xs font-semibold text-muted';
