import { createContext, use } from 'react';

interface Actions {
  manageTeams(): void;
  search(): void;
  /** Opens navigation and account in a drawer, for pages that replace the top bar. */
  openMenu(): void;
}

export const LayoutActions = createContext<Actions | null>(null);

export function useLayoutActions(): Actions {
  const actions = use(LayoutActions);
  if (actions === null) throw new Error('The layout of signed-in pages provides these actions');
  return actions;
}
