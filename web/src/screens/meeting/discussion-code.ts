// The discussion's code as one file, loaded after the board. Modules shared by two files would load with the board.
export { commentCommands } from '#web/features/comments/comment-commands';
export { commentDrafts } from '#web/features/comments/comment-drafts';
export { discussionCommands } from '#web/features/discussion/discussion-commands';

export { CommentsDialog } from './CommentsDialog.tsx';
export { DiscussionArea } from './discussion/DiscussionArea.tsx';
