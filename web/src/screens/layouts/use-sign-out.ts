import { forgetDrafts } from '#web/api/stored-drafts';
import { forgetStored } from '#web/browser-storage';
import { useSession } from '#web/features/auth/session.tsx';
import { clearCommands } from '#web/live/command-store';

/** Signs out and removes all texts from the browser. An expired session keeps drafts. */
export function useSignOut(): () => void {
  const { logout } = useSession();
  return () => {
    forgetDrafts();
    clearCommands();
    void forgetStored();
    void logout();
  };
}
