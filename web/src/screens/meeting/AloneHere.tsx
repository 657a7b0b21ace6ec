import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';
import { copyText } from '#web/ui/feedback/copy-text.tsx';

/** Shown to the only person on a board, who waits for others. */
export function AloneHere(): ReactNode {
  return (
    <>
      <span>Only you are here.</span>
      <Button
        size="sm"
        icon={<Copy />}
        onClick={() => void copyText(location.origin + location.pathname, 'Link copied')}
      >
        Copy link
      </Button>
    </>
  );
}
