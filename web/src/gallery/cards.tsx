import type { ComponentType } from 'react';

import { AccountCard } from './AccountCard.tsx';
import { BasicsCard } from './BasicsCard.tsx';
import { BoardCard } from './BoardCard.tsx';
import { DiscussionCard } from './DiscussionCard.tsx';
import { FacesCard } from './FacesCard.tsx';
import { FormsCard } from './FormsCard.tsx';
import { ListsCard } from './ListsCard.tsx';
import { PopupsCard } from './PopupsCard.tsx';
import { ReportCard } from './ReportCard.tsx';
import { VotesCard } from './VotesCard.tsx';

export type GalleryCard = { id: string; title: string; Component: ComponentType };

/** Every component in every theme. A feature adds a card with its typical, longest and empty states. */
export const cards: readonly GalleryCard[] = [
  { id: 'basics', title: 'Brand, type and buttons', Component: BasicsCard },
  { id: 'forms', title: 'Forms', Component: FormsCard },
  { id: 'popups', title: 'Menus, dialogs, toasts', Component: PopupsCard },
  { id: 'faces', title: 'People, badges, alerts', Component: FacesCard },
  { id: 'board', title: 'Notes and phases', Component: BoardCard },
  { id: 'votes', title: 'Voting', Component: VotesCard },
  { id: 'discussion', title: 'Discussion, comments, reactions', Component: DiscussionCard },
  { id: 'report', title: 'The report on a meeting', Component: ReportCard },
  { id: 'account', title: 'Teams, roles and logins', Component: AccountCard },
  { id: 'lists', title: 'Tables and empty states', Component: ListsCard },
];
