import { ownColor } from '@wentwell/contract/accounts/person-colors';
import { Crown, type LucideIcon } from 'lucide-react';
import { type ReactNode, useContext } from 'react';

import { classNames } from '#web/ui/class-names';

import { PersonColors } from './person-colors.ts';
import { initialsOf, type Person, personColor } from './person.ts';

/** A lead has a crown above the picture. A mark is a ring, or a disc with its icon at the upper right. */
export type Face = Person & {
  leads?: boolean;
  mark?: { Icon?: LucideIcon | undefined; label: string } | undefined;
};

type AvatarSize = 'xs' | 'bar' | 'sm' | 'md' | 'row' | 'lg';

const sizes: Record<AvatarSize, string> = {
  xs: 'size-5 text-[0.5625rem]',
  bar: 'size-6 text-[0.625rem]',
  sm: 'size-7 text-[0.6875rem]',
  md: 'size-9 text-xs',
  row: 'size-11 text-sm',
  lg: 'size-14 text-lg',
};

/** Initials in the user's colour. Hide it from screen readers where the name is shown beside it. */
export function Avatar(props: {
  person: Face;
  size?: AvatarSize;
  /** Shows a presence dot unless undefined. */
  online?: boolean;
  decorative?: boolean;
}): ReactNode {
  const { person, size = 'md', online, decorative = false } = props;
  const color = useContext(PersonColors).get(person.id) ?? ownColor(person.id);
  // Anonymous and imported authors have no picture.
  if (person.id === '') return null;
  const { name, leads, mark } = person;
  const state = online === undefined ? '' : online ? ', online' : ', offline';
  return (
    <span
      {...(decorative
        ? { 'aria-hidden': true }
        : {
            role: 'img',
            'aria-label': name + (leads ? ', leads' : '') + (mark ? `, ${mark.label}` : '') + state,
          })}
      className="relative inline-flex shrink-0"
    >
      <span
        style={personColor(color)}
        className={classNames(
          'inline-flex items-center justify-center rounded-full bg-(--person) leading-none font-bold tracking-normal text-(--person-text) select-none',
          sizes[size],
          mark && !mark.Icon && 'outline-2 outline-offset-2 outline-success-solid',
        )}
      >
        {initialsOf(name)}
      </span>
      {mark?.Icon && (
        <span className="absolute -top-2.5 -right-2.5 z-1 grid size-5 place-items-center rounded-full border border-canvas bg-ink text-canvas">
          <mark.Icon className="size-3.5" />
        </span>
      )}
      {leads && <Crown className="absolute inset-x-0 -top-2.75 mx-auto size-3.5 text-ink" />}
      {online !== undefined && (
        <span
          className={classNames(
            'absolute -right-1 -bottom-1 size-2.5 rounded-full ring-2 ring-card',
            online ? 'forced-border bg-success-solid' : 'bg-gray-solid',
          )}
        />
      )}
    </span>
  );
}

/** At most `max` avatars, then '+N'. */
export function AvatarStack(props: {
  people: readonly Face[];
  max?: number;
  label: string;
}): ReactNode {
  const { people, max = 6, label } = props;
  const rest = people.length - max;
  return (
    <ul aria-label={label} className="flex *:not-first:ms-1.5">
      {people.slice(0, max).map((person) => (
        <li key={person.id} className="rounded-full" title={person.name}>
          <Avatar person={person} size="sm" />
        </li>
      ))}
      {rest > 0 && (
        <li
          className={classNames(
            'inline-flex items-center justify-center rounded-full bg-gray-soft leading-none font-bold text-gray-text',
            sizes.sm,
          )}
        >
          <span aria-hidden="true">+{rest}</span>
          <span className="sr-only">and {rest} more</span>
        </li>
      )}
    </ul>
  );
}
