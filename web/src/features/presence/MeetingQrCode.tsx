import type { ReactNode } from 'react';

import { QrCode } from '#web/ui/identity/QrCode.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';

/** The address of the open page, for phones in the same room. */
export function MeetingQrCode(props: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}): ReactNode {
  return (
    <Dialog
      {...props}
      title="QR code"
      description="Members of the team open the meeting with their phone’s camera."
      size="sm"
    >
      <QrCode text={location.origin + location.pathname} label="QR code of the meeting’s link" />
    </Dialog>
  );
}
