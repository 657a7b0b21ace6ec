import { Sparkles } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';
import { useCommands } from '#web/ui/overlays/commands';

import type { GroupSuggestionsDialogProps } from './GroupSuggestionsDialog.tsx';

// Only the owner needs it, and only in the phases that group.
const GroupSuggestionsDialog = lazyPart(
  async () => (await import('./GroupSuggestionsDialog.tsx')).GroupSuggestionsDialog,
);

/** The owner's button, its command in the palette, and the dialog that both open. */
export function SuggestGroups(
  props: Omit<GroupSuggestionsDialogProps, 'open' | 'onClose'>,
): ReactNode {
  const [isOpen, setOpen] = useState(false);
  useCommands([
    {
      id: 'suggest-groups',
      group: 'Meeting',
      label: 'Suggest groups',
      icon: <Sparkles />,
      keywords: ['similar', 'cluster', 'group'],
      run: () => setOpen(true),
    },
  ]);
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        icon={<Sparkles aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        <span className="text-xs max-md:sr-only">Suggest groups</span>
      </Button>
      <Suspense>
        {/* Each opening asks the server anew. */}
        {isOpen && <GroupSuggestionsDialog {...props} open onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}
