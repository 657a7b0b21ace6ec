// The names that are offered while one is typed after an @.
import { type KeyboardEvent, type RefObject, useState } from 'react';

import { keyOf } from '#web/ui/key-press';

import type { ActionPerson } from './action-handlers.ts';
import { peopleNamed } from './action-line.ts';

const shownAtMost = 5;

interface Completion {
  /** Empty while nothing is offered. */
  offered: readonly ActionPerson[];
  /** Which of them Enter takes. */
  active: number;
  setActive(index: number): void;
  take(person: ActionPerson): void;
  /** Call it whenever the text or the caret changes. */
  look(): void;
  /** Returns whether the key was meant for the list. */
  onKeyDown(event: KeyboardEvent): boolean;
  close(): void;
}

/** The word after an @ that the caret stands in, and where it begins. */
function typedName(input: HTMLInputElement): { from: number; typed: string } | null {
  const before = input.value.slice(0, input.selectionStart ?? input.value.length);
  const found = /(?:^|\s)[@＠]([^\s@＠]*)$/.exec(before);
  return found?.[1] === undefined
    ? null
    : { from: before.length - found[1].length, typed: found[1] };
}

export function useNameCompletion(
  input: RefObject<HTMLInputElement | null>,
  people: readonly ActionPerson[],
  onText: (text: string) => void,
): Completion {
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const offered = typed === null ? [] : peopleNamed(typed, people).slice(0, shownAtMost);

  function look(): void {
    const found = input.current && typedName(input.current);
    setTyped(found ? found.typed : null);
    setActive(0);
  }

  function take({ name }: ActionPerson): void {
    const field = input.current;
    const found = field && typedName(field);
    setTyped(null);
    if (!found) return;
    const end = field.selectionStart ?? field.value.length;
    const rest = field.value.slice(end);
    const completed = `${field.value.slice(0, found.from)}${name}${/^\s/.test(rest) ? '' : ' '}`;
    onText(completed + rest);
    field.focus();
    // After React has written the value, which puts the caret at the end.
    requestAnimationFrame(() => field.setSelectionRange(completed.length, completed.length));
  }

  function onKeyDown(event: KeyboardEvent): boolean {
    const person = offered[active];
    if (!person) return false;
    const key = keyOf(event);
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step !== undefined) setActive((active + step + offered.length) % offered.length);
    else if (key === 'Enter' || key === 'Tab') take(person);
    else if (key === 'Escape') setTyped(null);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  return { offered, active, setActive, take, look, onKeyDown, close: () => setTyped(null) };
}
