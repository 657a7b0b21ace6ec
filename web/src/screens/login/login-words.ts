/** In the document already, before any script has come (web/build/skeleton.ts). */
export const loginWords = {
  title: 'Log in',
  lead: 'Your team’s retrospectives are waiting.',
};
