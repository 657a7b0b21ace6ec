import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';

import { IconButton } from '#web/ui/buttons/IconButton.tsx';
import { classNames } from '#web/ui/class-names';
import { Part, SmallPart } from '#web/ui/feedback/ErrorBoundary.tsx';

import { Modal } from './Modal.tsx';

const sides = {
  left: 'left-0 starting:-translate-x-full data-ending-style:-translate-x-full',
  right: 'right-0 starting:translate-x-full data-ending-style:translate-x-full',
};

export function Drawer(props: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  side?: 'left' | 'right';
  /** The content has no padding and its own scrollbar. */
  flush?: boolean;
  children: ReactNode;
}): ReactNode {
  const { open, onOpenChange, title, side = 'right', flush = false, children } = props;
  const id = useId();
  const close = (): void => onOpenChange(false);
  return (
    <Modal
      open={open}
      onClose={close}
      labelledBy={id}
      className={classNames(
        'inset-y-0 w-[min(27.5rem,calc(100vw-2.5rem))] bg-overlay text-ink shadow-float transition-transform motion-slow',
        sides[side],
      )}
    >
      <header className="flex items-start gap-3 border-b border-line py-4 pr-3 pl-6">
        <h2 id={id} className="min-w-0 flex-1 py-2 text-lg font-semibold wrap-anywhere">
          <SmallPart>{title}</SmallPart>
        </h2>
        <IconButton label="Close" icon={<X />} onClick={close} />
      </header>
      <div
        className={classNames('min-h-0 flex-1', !flush && 'overflow-y-auto overscroll-contain p-6')}
      >
        <Part>{children}</Part>
      </div>
    </Modal>
  );
}
