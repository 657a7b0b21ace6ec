import type { ReactNode } from 'react';

import { QrCode } from '#web/ui/identity/QrCode.tsx';

/** The address of the open page, for phones in the same room. */
export function MeetingQrCode(): ReactNode {
  return (
    <QrCode text={location.origin + location.pathname} label="QR code of the meeting’s link" />
  );
}
