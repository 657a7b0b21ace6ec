import { type ReactNode, useEffect } from 'react';

import { useMe, useSession } from '#web/features/auth/session.tsx';
import { keepEnded, openClaim } from '#web/features/guests/guest-session';
import { EndSheets, EndSummary } from '#web/features/report/EndScene.tsx';
import { buttonClass } from '#web/ui/buttons/button-class';
import { linkClass } from '#web/ui/buttons/link-class';

import { useMeetingParts } from './meeting-parts.ts';

/** A guest's last page: the board closes with the meeting. */
export function GuestEnd(): ReactNode {
  const { board, personOf } = useMeetingParts();
  const { first_name: name } = useMe();
  const { token } = useSession();
  const { id } = board.meeting;
  // Discards a token that no longer gives access.
  useEffect(() => keepEnded(id, token), [id, token]);
  const owner = personOf(board.meeting.owner_id).name;
  return (
    <div className="absolute inset-0 overflow-x-hidden overflow-y-auto">
      <div className="end-thanks relative grid min-h-full place-content-center justify-items-center gap-3 overflow-clip p-5 text-center wrap-anywhere">
        <EndSheets columns={board.meeting.columns} />
        <h2 className="relative text-xl font-bold">Thanks for coming, {name}.</h2>
        <EndSummary board={board} />
        <p className="relative max-w-md text-soft">
          This retro has ended, and your link with it. {owner} and the team keep what you wrote.
        </p>
        <button
          type="button"
          className={`hit-area relative ${linkClass}`}
          onClick={() => openClaim(id)}
        >
          Keep your work with an account
        </button>
        <div className="relative mt-3 flex flex-wrap justify-center gap-3">
          <a href="/register" className={buttonClass({ variant: 'primary' })}>
            Start a retro of your own
          </a>
          <a href="/" className={buttonClass({})}>
            What is Wentwell?
          </a>
        </div>
      </div>
    </div>
  );
}
