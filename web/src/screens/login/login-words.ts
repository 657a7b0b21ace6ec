/** Part of the document, so that they are visible before scripts run (web/build/boot-plugin.ts). */
export const loginWords = {
  title: 'Log in',
  lead: "Your team's retrospectives are waiting.",
};
