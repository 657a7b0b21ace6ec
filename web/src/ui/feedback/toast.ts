import type { ReactNode } from 'react';

import { Subscribers } from '#web/subscribers';

/** Kept outside React, so that any code can show a toast; Toasts.tsx renders them. */

export type ToastTone = 'success' | 'error' | 'info' | 'warning';

export type ToastInput = {
  title: string;
  description?: ReactNode;
  /** In ms, from 2 s to 7 s; 5 s by default. */
  duration?: number;
  action?: { label: string; onPress: () => void };
  /** A toast replaces an earlier one with the same id. */
  id?: string;
  /** For screen readers only. */
  isHidden?: boolean | undefined;
  /** `toast.dismissGroup` removes all toasts of a group. */
  group?: string;
};

export type ShownToast = ToastInput & {
  id: string;
  tone: ToastTone;
  duration: number;
  leaving: boolean;
};

const maxToasts = 4;
const defaultDurationMs = 5000;
const minDurationMs = 2000;
const maxDurationMs = 7000;
/** The duration of the slowest motion token. */
const leaveMs = 220;

const changes = new Subscribers();
let toasts: readonly ShownToast[] = [];
let count = 0;

function set(next: readonly ShownToast[]): void {
  toasts = next;
  changes.call();
}

export const subscribeToasts = changes.subscribe;

export function getToasts(): readonly ShownToast[] {
  return toasts;
}

function dismiss(id: string): void {
  if (!toasts.some((shown) => shown.id === id && !shown.leaving)) return;
  set(toasts.map((shown) => (shown.id === id ? { ...shown, leaving: true } : shown)));
  setTimeout(() => set(toasts.filter((shown) => shown.id !== id || !shown.leaving)), leaveMs);
}

/** Removes toasts whose action is no longer possible, such as every Undo of a finished board. */
function dismissGroup(group: string): void {
  for (const shown of toasts) if (shown.group === group) dismiss(shown.id);
}

/** Errors and successes remove earlier success toasts, except those with an Undo. */
function dismissSuccesses(): void {
  for (const old of toasts) if (old.tone === 'success' && !old.action) dismiss(old.id);
}

function show(tone: ToastTone, input: ToastInput): string {
  count += 1;
  if (tone === 'error' || tone === 'success') dismissSuccesses();
  const id = input.id ?? `toast-${count}`;
  const shown: ShownToast = {
    ...input,
    id,
    tone,
    duration: Math.min(Math.max(input.duration ?? defaultDurationMs, minDurationMs), maxDurationMs),
    leaving: false,
  };
  const known = toasts.some((other) => other.id === id);
  const next = known
    ? toasts.map((other) => (other.id === id ? shown : other))
    : [...toasts, shown];
  set(next.slice(-maxToasts));
  return id;
}

/** Each function returns an id for `toast.dismiss`. */
export const toast = {
  success: (input: ToastInput) => show('success', input),
  error: (input: ToastInput) => show('error', input),
  info: (input: ToastInput) => show('info', input),
  warning: (input: ToastInput) => show('warning', input),
  /** Returns an `onError` for mutations, which shows the title and the error's message. */
  onError:
    (title: string, rest: Omit<ToastInput, 'title'> = {}) =>
    (error: Error): void =>
      void show('error', { title, description: error.message, ...rest }),
  dismiss,
  dismissGroup,
  dismissSuccesses,
};
