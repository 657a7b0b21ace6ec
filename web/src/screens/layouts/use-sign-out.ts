import { useSession } from '#web/features/auth/session.tsx';
import { forgetCommentDrafts } from '#web/features/comments/comment-drafts';
import { forgetDrafts } from '#web/features/notes/note-drafts';
import { clearCommands } from '#web/live/command-store';

/** Removes all note texts from the browser. An expired session, in contrast, keeps drafts. */
export function useSignOut(): () => void {
  const { logout } = useSession();
  return () => {
    forgetDrafts();
    forgetCommentDrafts();
    clearCommands();
    void logout();
  };
}
