export const controlClass =
  'w-full min-w-0 rounded-md border border-control bg-canvas text-base text-ink sm:text-sm ' +
  'transition-[background-color,border-color,color,box-shadow,scale] placeholder:text-muted hover:border-control-hover ' +
  'focus-visible:border-focus focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-focus ' +
  'aria-invalid:border-danger-solid aria-invalid:focus-visible:outline-danger-solid ' +
  'disabled:cursor-not-allowed disabled:border-line-strong disabled:bg-sunken disabled:text-muted';

/** For text fields only, because CSS matches every button as `:read-only`, too. */
export const readOnlyClass =
  'read-only:border-line-strong read-only:bg-surface read-only:text-soft';
