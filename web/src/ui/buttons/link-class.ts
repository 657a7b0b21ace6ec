/** A link within running text. */
export const linkClass =
  'ring-focus rounded-sm font-medium text-link underline decoration-1 underline-offset-4 decoration-control transition-colors hover:decoration-current';

/** A link outside running text (a name in a table, a way back): underlined on hover only. */
export const quietLinkClass =
  'ring-focus hit-area inline-flex items-center gap-1.5 rounded-sm font-semibold text-ink decoration-1 underline-offset-4 hover:text-link hover:underline [&_svg]:size-4';
