// Formatters in the browser's language, created on first use: each costs about 10 ms on a phone.

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
export const formatDateAndTime = dateFormat({ dateStyle: 'medium', timeStyle: 'short' });

/** `m:ss`; minutes may exceed 59. */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
