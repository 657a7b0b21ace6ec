import type { ColumnIcon, ColumnTone } from '@wentwell/contract/notes/columns';
import type { LucideIcon } from 'lucide-react';
import { type ComponentType, useEffect, useSyncExternalStore } from 'react';

import { CodeLoader } from '#web/ui/layout/code-loader';

type IconProps = { className?: string; 'data-tone'?: ColumnTone };
export type IconComponent = ComponentType<IconProps>;

const loader = new CodeLoader(async () => (await import('./column-icons.ts')).columnIcons);
const made = new Map<string, IconComponent>();

/** The icon chosen for a column. Empty while its code loads; `instead` if loading fails. */
export function chosenIcon(name: ColumnIcon, instead?: LucideIcon): IconComponent {
  const known = made.get(name);
  if (known) return known;
  function Icon(props: IconProps) {
    const { status, code } = useSyncExternalStore(loader.subscribe, loader.read);
    useEffect(() => void loader.load(), []);
    const Drawn = code?.[name] ?? ((status === 'failed' && instead) || 'svg');
    return <Drawn aria-hidden="true" {...props} />;
  }
  made.set(name, Icon);
  return Icon;
}
