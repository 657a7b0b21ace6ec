import { createContext, use } from 'react';

/** What the layout of signed-in pages opens for the bars above and inside a page. */
interface Actions {
  manageTeams(): void;
  search(): void;
}

export const LayoutActions = createContext<Actions | null>(null);

export function useLayoutActions(): Actions {
  const actions = use(LayoutActions);
  if (actions === null) throw new Error('The layout of signed-in pages provides these actions');
  return actions;
}
