import type { Note } from '@wentwell/contract/notes/notes';
import { Ellipsis, Eye, Pencil, SmilePlus, Ungroup } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';

import { CardButton } from '#web/ui/buttons/CardButton.tsx';
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '#web/ui/overlays/Menu.tsx';

import { useCardBoard } from './card-board.ts';
import { noteActs, type NoteRights } from './note-acts.tsx';
import { slotId } from './use-board-keys.ts';

interface NoteButtonsProps {
  note: Note;
  /** The note in a few words, for the menu's accessible name. */
  name: string;
  rights: NoteRights;
}

/** A card's buttons. Visible on hover and focus, and always on touch screens. */
export function NoteButtons(props: NoteButtonsProps): ReactNode {
  const { note, name, rights } = props;
  const { onAct } = useCardBoard();
  return (
    <>
      <CardButton
        // A new element when rights change, so that no button moves under the pointer.
        key={rights.edit ? 'edit' : 'view'}
        title={rights.edit ? 'Edit note' : 'View note'}
        aria-label={`${rights.edit ? 'Edit' : 'View'} note: ${name}`}
        onClick={() => onAct(rights.edit ? 'edit' : 'open', note)}
      >
        {rights.edit ? <Pencil /> : <Eye />}
      </CardButton>
      {noteActs.some(({ act }) => act !== 'remove' && rights[act]) && <NoteMenu {...props} />}
    </>
  );
}

function NoteMenu({ note, name, rights }: NoteButtonsProps): ReactNode {
  const { columns, onAct, onMove } = useCardBoard();
  const others = columns.filter(({ id }) => id !== note.note_type);
  return (
    <Menu
      trigger={
        <CardButton title="More" aria-label={`Actions for “${name}”`}>
          <Ellipsis />
        </CardButton>
      }
    >
      {rights.react && (
        <MenuItem
          icon={<SmilePlus />}
          // On touch screens that button is hidden.
          onSelect={() =>
            document
              .getElementById(slotId(note.id))
              ?.querySelector<HTMLElement>('.reaction-add')
              ?.click()
          }
        >
          React<span className="sr-only"> to: {name}</span>
        </MenuItem>
      )}
      {noteActs.map(({ act, label, icon }) => {
        if (!rights[act]) return null;
        if (act !== 'move') {
          return (
            <Fragment key={act}>
              {act === 'remove' && <MenuSeparator />}
              <MenuItem
                icon={icon}
                tone={act === 'remove' ? 'danger' : 'plain'}
                onSelect={() => onAct(act, note)}
              >
                {label}
                <span className="sr-only"> note: {name}</span>
              </MenuItem>
              {act === 'group' && note.group_id !== null && (
                <MenuItem icon={<Ungroup />} onSelect={() => onAct('take-out', note)}>
                  Take out of the group<span className="sr-only">: {name}</span>
                </MenuItem>
              )}
            </Fragment>
          );
        }
        return (
          others.length > 0 && (
            <MenuGroup key={act} label={label}>
              {others.map(({ id, title, Icon, text }) => (
                <MenuItem
                  key={id}
                  icon={<Icon className={text} />}
                  onSelect={() => onMove(note, id)}
                >
                  {title}
                </MenuItem>
              ))}
            </MenuGroup>
          )
        );
      })}
    </Menu>
  );
}
