import { classNames } from '#web/ui/class-names';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
export type ButtonSize = 'sm' | 'md' | 'entry' | 'lg';

// Every kind has a border: a secondary button that becomes the primary one keeps its width.
const base =
  'hit-area ring-focus inline-flex shrink-0 items-center justify-center gap-2 rounded-md border whitespace-nowrap select-none ' +
  'transition-[background-color,border-color,color,box-shadow,scale] active:not-aria-disabled:scale-[0.98] ' +
  'aria-disabled:cursor-not-allowed [&_svg]:size-[1.2em] [&_svg]:shrink-0';

const variants: Record<ButtonVariant, string> = {
  primary:
    'font-semibold forced-border border-transparent bg-primary text-on-primary shadow-raised hover:not-aria-disabled:bg-primary-hover aria-disabled:not-aria-busy:bg-sunken aria-disabled:not-aria-busy:text-muted aria-disabled:not-aria-busy:shadow-none',
  secondary:
    'font-semibold aria-expanded:bg-hover border-control text-ink hover:not-aria-disabled:border-control-hover hover:not-aria-disabled:bg-hover aria-disabled:not-aria-busy:border-line aria-disabled:not-aria-busy:text-muted',
  ghost:
    'font-medium border-transparent aria-expanded:bg-hover text-soft hover:not-aria-disabled:bg-hover hover:not-aria-disabled:text-ink aria-disabled:not-aria-busy:text-muted',
  danger:
    'font-semibold forced-border border-transparent bg-danger text-on-primary shadow-raised hover:not-aria-disabled:bg-danger-hover aria-disabled:not-aria-busy:bg-sunken aria-disabled:not-aria-busy:text-muted aria-disabled:not-aria-busy:shadow-none',
};

const sizes: Record<ButtonSize, string> = {
  sm: 'h-9 px-3 text-sm max-sm:h-11 pointer-coarse:h-11',
  md: 'h-11 px-4 text-sm',
  entry: 'h-12 px-4 text-base',
  lg: 'h-13 px-6 text-base',
};

/** Also for links that look like buttons: `<Link className={buttonClass({ variant: 'primary' })}>`. */
export function buttonClass({
  variant = 'secondary',
  wide = false,
  size = wide ? 'entry' : 'md',
}: {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  wide?: boolean | undefined;
} = {}): string {
  return classNames(base, variants[variant], sizes[size], wide && 'w-full');
}
