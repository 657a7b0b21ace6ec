// What a board shows a moment after itself, as one file: each file of its own would be a request of every visit.
export { FloatingReactions } from '#web/features/floating/FloatingReactions.tsx';
export { groupActions } from '#web/features/groups/group-actions';
export { groupCommands } from '#web/features/groups/group-commands';
export { NoteDialogs } from '#web/features/notes/NoteDialogs.tsx';
export { ExportCommands } from '#web/features/report/ExportMenu.tsx';
export { TimerPanel } from '#web/features/timer/TimerPanel.tsx';
export { VoteLimitsButton } from '#web/features/votes/VoteLimitsButton.tsx';

export { GroupSuggestions } from './GroupSuggestions.tsx';
export { KeptActivity } from './kept-activity.ts';
export { Notices } from './Notices.tsx';
export { PanelFooter } from './PanelFooter.tsx';
