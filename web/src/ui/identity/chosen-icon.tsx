import type { ColumnIcon } from '@wentwell/contract/notes/columns';
import type { LucideIcon } from 'lucide-react';
import { type ComponentType, useEffect, useSyncExternalStore } from 'react';

import { CodeLoader } from '#web/ui/layout/code-loader';

export type IconComponent = ComponentType<{ className?: string; 'aria-hidden'?: 'true' }>;

const loader = new CodeLoader(async () => (await import('./column-icons.ts')).columnIcons);
const made = new Map<string, IconComponent>();

/** The icon chosen for a column. Empty while its code loads; `instead` if loading fails. */
export function chosenIcon(name: ColumnIcon, instead?: LucideIcon): IconComponent {
  const known = made.get(name);
  if (known) return known;
  function Icon(props: { className?: string; 'aria-hidden'?: 'true' }) {
    const { status, code } = useSyncExternalStore(loader.subscribe, loader.read);
    useEffect(() => void loader.load(), []);
    const Drawn = code?.[name] ?? ((status === 'failed' && instead) || 'svg');
    return <Drawn {...props} />;
  }
  made.set(name, Icon);
  return Icon;
}
