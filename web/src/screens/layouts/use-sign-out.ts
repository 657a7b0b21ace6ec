import { useSession } from '#web/features/auth/session.tsx';
import { forgetDrafts } from '#web/features/notes/note-drafts';
import { clearCommands } from '#web/live/command-store';

/** Signing out on purpose: no note text stays behind on the machine; an expired session keeps what was typed. */
export function useSignOut(): () => void {
  const { logout } = useSession();
  return () => {
    forgetDrafts();
    clearCommands();
    void logout();
  };
}
