import { Search } from 'lucide-react';
import type { ReactNode } from 'react';

import { IconButton } from '#web/ui/buttons/IconButton.tsx';
import { commandKey } from '#web/ui/layout/command-key';
import { Kbd } from '#web/ui/layout/Kbd.tsx';

/** Opens the command palette, and says by which keys it opens where there is room and a keyboard. */
export function SearchButton({ onPress }: { onPress: () => void }): ReactNode {
  const shortcut = { 'aria-keyshortcuts': 'Control+K Meta+K' };
  return (
    <>
      <button
        type="button"
        {...shortcut}
        onClick={onPress}
        className="ring-focus hidden h-9 items-center gap-2 rounded-md border border-line-strong bg-surface pr-2 pl-3 text-sm text-muted transition-colors hover:border-hover-line hover:text-ink lg:pointer-fine:flex"
      >
        <Search aria-hidden="true" className="size-4" />
        Search
        <span aria-hidden="true" className="ml-4 flex gap-1">
          <Kbd>{commandKey}</Kbd>
          <Kbd>K</Kbd>
        </span>
      </button>
      <span className="lg:pointer-fine:hidden">
        <IconButton
          label="Search"
          icon={<Search aria-hidden="true" />}
          {...shortcut}
          onClick={onPress}
        />
      </span>
    </>
  );
}
