// Formatters in the browser's language, created on first use: the first costs a phone about 100 ms, each other about 10 ms.

export function onFirstUse<Format>(make: () => Format): () => Format {
  let made: Format | undefined;
  return () => (made ??= make());
}

export function dateFormat(options: Intl.DateTimeFormatOptions): (date: Date | number) => string {
  const format = onFirstUse(() => new Intl.DateTimeFormat(undefined, options));
  return (date) => format().format(date);
}

export const formatDay = dateFormat({ dateStyle: 'medium' });
export const formatDayOfYear = dateFormat({ day: 'numeric', month: 'long' });
/** The boot script creates a format with them. */
export const dateAndTime = { dateStyle: 'medium', timeStyle: 'short' } as const;
export const formatDateAndTime = dateFormat(dateAndTime);

/** `m:ss`; minutes may exceed 59. */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
