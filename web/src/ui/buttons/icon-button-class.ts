import { classNames } from '#web/ui/class-names';

export type IconButtonTone = 'quiet' | 'danger';

const base =
  'relative isolate inline-flex size-11 shrink-0 items-center justify-center rounded-md outline-none transition-colors ' +
  'before:absolute before:inset-1 before:-z-10 before:rounded-md before:transition-[background-color,scale] active:not-aria-disabled:before:scale-95 ' +
  'focus-visible:before:outline-2 focus-visible:before:outline-focus focus-visible:before:outline-solid ' +
  'aria-disabled:cursor-not-allowed aria-disabled:text-muted aria-disabled:opacity-60 aria-expanded:before:bg-hover [&_svg]:size-4.5';

const tones: Record<IconButtonTone, string> = {
  quiet: 'text-soft hover:not-aria-disabled:before:bg-hover hover:not-aria-disabled:text-ink',
  danger:
    'text-soft hover:not-aria-disabled:text-danger-text hover:not-aria-disabled:before:bg-danger-soft',
};

export function iconButtonClass(tone: IconButtonTone): string {
  return classNames(base, tones[tone]);
}
