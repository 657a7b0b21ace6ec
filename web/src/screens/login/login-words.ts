/** In the document already, before any script has come (web/build/boot-plugin.ts). */
export const loginWords = {
  title: 'Log in',
  lead: 'Your team’s retrospectives are waiting.',
};
