import type { ReactNode } from 'react';

import { useIsGuest } from '#web/features/auth/session.tsx';
import { commandKey } from '#web/ui/layout/command-key';
import { Kbd } from '#web/ui/layout/Kbd.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { currentPaletteCommands } from '#web/ui/overlays/palette-commands';

const lists = [
  {
    title: 'Everywhere',
    keys: [
      { what: 'Close a dialog or a menu', keys: ['Esc'] },
      { what: 'Go to a menu item by its first letters', keys: ['A', '–', 'Z'] },
    ],
  },
  {
    title: 'Write notes',
    keys: [
      { what: 'Write a note', keys: ['N'] },
      { what: 'Write a note in the first to sixth column', keys: ['1', '–', '6'] },
      { what: "Jump to another column's line", keys: ['Alt', '1', '–', '6'] },
      { what: 'Start a new line', keys: ['⇧', 'Enter'] },
      { what: 'Save what you write', keys: [commandKey, 'Enter'] },
    ],
  },
  {
    title: 'Move around the board',
    keys: [
      { what: 'Filter the notes by text or author', keys: ['/'] },
      { what: 'Go to the notes', keys: ['J'] },
      { what: 'Go to another note or group', keys: ['←', '↑', '→', '↓'] },
      { what: 'Go to the first or last note of a column', keys: ['Home', 'End'] },
      { what: 'Go from an empty line to the first note of its column', keys: ['Esc'] },
      { what: 'Open a note', keys: ['Enter'] },
      { what: 'Show or fold the notes of a group', keys: ['Enter'] },
      { what: 'Go from a note to its group', keys: ['Esc'] },
      { what: 'Go to the buttons of a note, and back', keys: ['F2'] },
    ],
  },
  {
    title: 'Change notes',
    keys: [
      { what: 'Edit a note', keys: ['E'] },
      { what: 'Move a note or a group to another column', keys: ['M'] },
      { what: 'Group a note or a group with another', keys: ['G'] },
      { what: 'Rename a group', keys: ['E'] },
      { what: 'Delete a note', keys: ['Delete'] },
      { what: 'React to a note', keys: ['R'] },
      { what: 'Ask the author of an anonymous note to tell more', keys: ['Q'] },
      { what: 'Vote for a topic', keys: ['V'] },
      { what: 'Take a vote back', keys: ['⇧', 'V'] },
      { what: 'Undo what you did last', keys: [commandKey, 'Z'] },
      { what: 'Redo it', keys: [commandKey, 'Shift', 'Z'] },
    ],
  },
  {
    title: 'Drag with the keyboard',
    keys: [
      { what: 'Pick up a note by its handle, and drop it', keys: ['Space'] },
      { what: 'Move a note that is picked up', keys: ['←', '↑', '→', '↓'] },
      { what: 'Put it back where it was', keys: ['Esc'] },
    ],
  },
  {
    title: 'In a live meeting',
    keys: [
      { what: "Say you're done, or not done yet", keys: ['D'] },
      { what: 'Raise your hand, or lower it', keys: ['H'] },
      { what: 'Start or open the timer', keys: ['T'] },
      { what: 'Show or hide people and activity', keys: ['P'] },
      { what: 'Write an action item, in Discussing and Ready to Close', keys: ['A'] },
      { what: 'Go to the next or the previous phase, or topic, as a lead', keys: [']', '['] },
    ],
  },
  {
    title: 'While discussing',
    keys: [
      { what: 'Write a comment', keys: ['C'] },
      { what: 'Go to another topic in the list', keys: ['↑', '↓'] },
      { what: 'Look at it', keys: ['Enter'] },
      { what: 'Move a topic up or down, as a lead', keys: ['Alt', '↑', '↓'] },
    ],
  },
];

const ofPalette = { what: 'Open the command palette', keys: [commandKey, 'K'] };

/** The palette's key, and those of the page's commands. Guests have no palette. */
function listOfPage(isGuest: boolean) {
  const ofCommands = currentPaletteCommands().flatMap(({ label, shortcut }) =>
    shortcut === undefined ? [] : [{ what: label, keys: [shortcut] }],
  );
  const keys = [...(isGuest ? [] : [ofPalette]), ...ofCommands];
  return keys.length > 0 ? [{ title: 'Right now', keys }] : [];
}

export function ShortcutsDialog(props: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}): ReactNode {
  const isGuest = useIsGuest();
  return (
    <Dialog {...props} title="Keyboard shortcuts">
      {/* Focusable, so that the keyboard can scroll a list without controls. */}
      <div role="group" aria-label="All keys" tabIndex={0} className="ring-focus grid gap-6">
        {[...listOfPage(isGuest), ...lists].map(({ title, keys }) => (
          <section key={title} className="grid gap-1">
            <h3 className="text-xs font-semibold text-muted">{title}</h3>
            <dl className="grid">
              {keys.map((row) => (
                <div
                  key={row.what}
                  className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-2.5 last:border-b-0"
                >
                  <dt>{row.what}</dt>
                  <dd className="flex flex-wrap gap-1">
                    {row.keys.map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
