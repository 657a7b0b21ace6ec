// The code of the discussion: loaded after the board, as one file. What two files shared would be loaded with the board.
export { commentCommands } from '#web/features/comments/comment-commands';
export { commentDrafts } from '#web/features/comments/comment-drafts';
export { discussionCommands } from '#web/features/discussion/discussion-commands';

export { CommentsDialog } from './CommentsDialog.tsx';
export { DiscussionArea } from './DiscussionArea.tsx';
