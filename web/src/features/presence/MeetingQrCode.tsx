import { Link as LinkIcon, Monitor } from 'lucide-react';
import type { ReactNode } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';
import { copyText } from '#web/ui/feedback/copy-text.tsx';
import { QrCode } from '#web/ui/identity/QrCode.tsx';

/** A QR code of the open page's address, for phones in the room. */
export function MeetingQrCode(props: {
  /** Undefined if the user may not make a link for screens. */
  onScreen: (() => void) | undefined;
}): ReactNode {
  const address = location.origin + location.pathname;
  return (
    <>
      <div className="paper lobby-code">
        <QrCode text={address} label="QR code of the meeting's link" />
      </div>
      <Button wide icon={<LinkIcon />} onClick={() => void copyText(address, 'Link copied')}>
        Copy link
      </Button>
      {props.onScreen && (
        <Button wide size="sm" variant="ghost" icon={<Monitor />} onClick={props.onScreen}>
          Screen in the room
        </Button>
      )}
    </>
  );
}
