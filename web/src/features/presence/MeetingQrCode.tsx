import type { ReactNode } from 'react';

import { QrCode } from '#web/ui/identity/QrCode.tsx';

/** The address of the open page, for phones in the same room. */
export function MeetingQrCode(): ReactNode {
  return (
    <figure className="grid w-60 max-w-full gap-3 text-center text-sm text-soft">
      <QrCode text={location.origin + location.pathname} label="QR code of the meeting’s link" />
      <figcaption>Members of the team open the meeting with their phone’s camera.</figcaption>
    </figure>
  );
}
