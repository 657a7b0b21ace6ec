/** False on touch screens, where the keyboard would cover half of the page. */
export const focusesFirstField = (): boolean => matchMedia('(pointer: fine)').matches;
