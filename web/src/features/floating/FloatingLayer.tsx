import type { FloatingEmoji } from '@wentwell/contract/live/live';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';

import { readStored, storageKeys, store } from '#web/browser-storage';
import { Subscribers } from '#web/subscribers';

import './floating.css';

const choices = new Subscribers();
// Queried once: a query per render of the board would cost a millisecond.
const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

export function showsFloating(): boolean {
  const stored = readStored(storageKeys.floating);
  return stored === null ? !reducedMotion.matches : stored === 'on';
}

export function chooseFloating(isShown: boolean): void {
  store(storageKeys.floating, isShown ? 'on' : 'off');
  choices.call();
}

export const subscribeToFloating = choices.subscribe;

/** Maximum number of visible emojis. */
const shownMax = 30;
const floatMs = 3000;

interface Floating {
  id: number;
  emoji: FloatingEmoji;
  /** Horizontal position in percent of the window. */
  left: number;
}

/** Calls back with each emoji. Returns a function that unsubscribes. */
type SubscribeToEmojis = (show: (emoji: FloatingEmoji) => void) => () => void;

/** Emojis that float over the page. Decorative: neither announced nor focusable. */
export function FloatingLayer({ subscribe }: { subscribe: SubscribeToEmojis }): ReactNode {
  const isShown = useSyncExternalStore(subscribeToFloating, showsFloating);
  const [floating, setFloating] = useState<readonly Floating[]>([]);
  useEffect(() => {
    if (!isShown) return undefined;
    const timers = new Set<ReturnType<typeof setTimeout>>();
    let last = 0;
    const stop = subscribe((emoji) => {
      last += 1;
      const one = { id: last, emoji, left: 10 + Math.random() * 80 };
      setFloating((current) => [...current, one].slice(-shownMax));
      const timer = setTimeout(() => {
        timers.delete(timer);
        setFloating((current) => current.filter(({ id }) => id !== one.id));
      }, floatMs);
      timers.add(timer);
    });
    return () => {
      stop();
      for (const timer of timers) clearTimeout(timer);
      setFloating([]);
    };
  }, [subscribe, isShown]);
  return (
    <div
      aria-hidden="true"
      className="floating-reactions fixed inset-0 z-30 overflow-hidden pointer-events-none"
    >
      {floating.map(({ id, emoji, left }) => (
        <span key={id} style={{ insetInlineStart: `${left}%` }}>
          {emoji}
        </span>
      ))}
    </div>
  );
}
