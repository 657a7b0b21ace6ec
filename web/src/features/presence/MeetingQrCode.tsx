import { Link as LinkIcon, Monitor, UserPlus } from 'lucide-react';
import type { ReactNode } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';
import { copyText } from '#web/ui/feedback/copy-text.tsx';
import { QrCode } from '#web/ui/identity/QrCode.tsx';

export function MeetingQrCode(props: {
  /** Opens the dialog of a link; null if the user may make none. */
  onLink: ((kind: 'guest' | 'screen') => void) | null;
  hasGuests: boolean;
}): ReactNode {
  const { onLink, hasGuests } = props;
  const address = location.origin + location.pathname;
  return (
    <>
      <div className="paper lobby-code">
        <QrCode text={address} label="QR code of the meeting's link" />
      </div>
      <Button
        wide
        size="md"
        icon={<LinkIcon />}
        onClick={() => void copyText(address, 'Link copied')}
      >
        Copy link
      </Button>
      {onLink && hasGuests && (
        <Button wide size="md" icon={<UserPlus />} onClick={() => onLink('guest')}>
          Guest link
        </Button>
      )}
      {onLink && (
        <Button wide size="sm" variant="ghost" icon={<Monitor />} onClick={() => onLink('screen')}>
          Screen in the room
        </Button>
      )}
    </>
  );
}
