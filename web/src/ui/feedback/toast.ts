import type { ReactNode } from 'react';

/** The toasts that are up. Outside React, so that anything may speak; Toasts.tsx shows them. */

export type ToastTone = 'success' | 'error' | 'info' | 'warning';

export type ToastInput = {
  title: string;
  description?: ReactNode;
  /** Milliseconds; 5 s unless said, and never less than 2 s or more than 7 s. */
  duration?: number;
  /** One thing to do about it, e.g. Undo. */
  action?: { label: string; onPress: () => void };
  /** A second toast with the same id replaces the first instead of joining it. */
  id?: string;
  /** Toasts that `toast.dismissGroup` takes down together. */
  group?: string;
};

export type ShownToast = ToastInput & {
  id: string;
  tone: ToastTone;
  duration: number;
  leaving: boolean;
};

const mostAtOnce = 4;
const defaultDuration = 5000;
const shortest = 2000;
const longest = 7000;
/** As long as the slowest motion token. */
const leaveMs = 220;

const listeners = new Set<() => void>();
let toasts: readonly ShownToast[] = [];
let count = 0;

function set(next: readonly ShownToast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function getToasts(): readonly ShownToast[] {
  return toasts;
}

function dismiss(id: string): void {
  if (!toasts.some((shown) => shown.id === id && !shown.leaving)) return;
  set(toasts.map((shown) => (shown.id === id ? { ...shown, leaving: true } : shown)));
  setTimeout(() => set(toasts.filter((shown) => shown.id !== id || !shown.leaving)), leaveMs);
}

/** Takes down what can no longer be acted on, e.g. every Undo of a board that is over. */
function dismissGroup(group: string): void {
  for (const shown of toasts) if (shown.group === group) dismiss(shown.id);
}

/** For when something goes wrong: what went well before is old news then. What can be undone stays. */
function dismissSuccesses(): void {
  for (const old of toasts) if (old.tone === 'success' && !old.action) dismiss(old.id);
}

function show(tone: ToastTone, input: ToastInput): string {
  count += 1;
  if (tone === 'error') dismissSuccesses();
  const id = input.id ?? `toast-${count}`;
  const shown: ShownToast = {
    ...input,
    id,
    tone,
    duration: Math.min(Math.max(input.duration ?? defaultDuration, shortest), longest),
    leaving: false,
  };
  const known = toasts.some((other) => other.id === id);
  const next = known
    ? toasts.map((other) => (other.id === id ? shown : other))
    : [...toasts, shown];
  set(next.slice(-mostAtOnce));
  return id;
}

/** Says what happened, from anywhere. Each returns an id for `toast.dismiss`. */
export const toast = {
  success: (input: ToastInput) => show('success', input),
  error: (input: ToastInput) => show('error', input),
  info: (input: ToastInput) => show('info', input),
  warning: (input: ToastInput) => show('warning', input),
  dismiss,
  dismissGroup,
  dismissSuccesses,
};
