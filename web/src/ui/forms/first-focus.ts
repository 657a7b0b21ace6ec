/**
 * Whether a page puts the focus into its first field. On a touch screen it does not: the keyboard would cover half of the
 * page, and a slow phone would lay out the page twice.
 */
export const focusesFirstField = (): boolean => matchMedia('(pointer: fine)').matches;
