import type { Board } from '@wentwell/contract/board/snapshot';
import type { UserId } from '@wentwell/contract/ids';
import { Hand, type LucideIcon } from 'lucide-react';

/** Marks of participants: an icon on the avatar or a ring around it, and the text beside the name. */
export interface PersonMarks {
  Icon?: LucideIcon;
  labels: ReadonlyMap<UserId, string>;
}

/** Marks that call for the others' attention, in order. */
export interface CallMarks extends Required<PersonMarks> {
  title: string;
}

const places = ['first', 'second', 'third'];

export function callsOn({ hands }: Pick<Board, 'hands'>): CallMarks {
  const labels = hands.map((id, index) => {
    const place = hands.length > 1 ? `, ${places[index] ?? `number ${index + 1}`} in line` : '';
    return [id, `Hand is up${place}`] as const;
  });
  return { title: 'Hands up', Icon: Hand, labels: new Map(labels) };
}
