/** Reserves the height of a card whose code or data is loading, so that it does not push the page down later. */
export function CardPlaceholder({ heightClass }: { heightClass: string }) {
  return (
    <div
      aria-busy
      className={`rounded-lg border border-line bg-card shadow-raised ${heightClass}`}
    />
  );
}
