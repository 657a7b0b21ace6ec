import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';

import { IconButton } from '#web/ui/buttons/IconButton.tsx';
import { classNames } from '#web/ui/class-names';

import { useBackCloses } from './back-closes.ts';
import { backdropClass } from './Dialog.tsx';

export type DrawerProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  side?: 'left' | 'right';
  /** The content reaches to the edges and scrolls by itself. */
  flush?: boolean;
  children: ReactNode;
};

const sides = {
  left: 'left-0 data-starting-style:-translate-x-full data-ending-style:-translate-x-full',
  right: 'right-0 data-starting-style:translate-x-full data-ending-style:translate-x-full',
};

/** A modal panel at the side of the window. */
export function Drawer(props: DrawerProps): ReactNode {
  const { open, onOpenChange, title, description, side = 'right', flush = false, children } = props;
  useBackCloses(open, () => onOpenChange(false));
  return (
    <BaseDialog.Root open={open} onOpenChange={onOpenChange}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={backdropClass} />
        <BaseDialog.Popup
          className={classNames(
            'layer-dialog fixed inset-y-0 flex w-[min(440px,calc(100vw-40px))] flex-col bg-overlay text-ink shadow-float outline-none transition-[translate] motion-slow',
            sides[side],
          )}
        >
          <header className="flex items-start gap-3 border-b border-line py-3.5 pr-3 pl-6">
            <div className="grid min-w-0 flex-1 gap-0.5 py-2 wrap-anywhere">
              <BaseDialog.Title className="text-lg font-semibold">{title}</BaseDialog.Title>
              {description !== undefined && (
                <BaseDialog.Description className="text-soft">{description}</BaseDialog.Description>
              )}
            </div>
            <BaseDialog.Close render={<IconButton label="Close" icon={<X />} />} />
          </header>
          <div
            className={classNames(
              'min-h-0 flex-1',
              !flush && 'overflow-y-auto overscroll-contain p-6',
            )}
          >
            {children}
          </div>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
