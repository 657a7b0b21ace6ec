/** Places a popup beside its trigger, inside the window, on the side with more room. */

export type Side = 'top' | 'bottom' | 'left' | 'right';
export type Align = 'start' | 'center' | 'end';
export type Placement = { side: Side; align: Align; gap: number };

const margin = 8;
const opposite: Record<Side, Side> = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' };

function room(side: Side, anchor: DOMRect): number {
  if (side === 'top') return anchor.top;
  if (side === 'bottom') return innerHeight - anchor.bottom;
  return side === 'left' ? anchor.left : innerWidth - anchor.right;
}

type Span = { start: number; end: number };

function along(align: Align, { start, end }: Span, size: number): number {
  if (align === 'start') return start;
  return align === 'end' ? end - size : (start + end - size) / 2;
}

function within(value: number, size: number, limit: number): number {
  return Math.max(margin, Math.min(value, limit - size - margin));
}

/** The popup must be `position: fixed` and displayed, or it has no size. */
export function placeBeside(
  anchorElement: Element,
  popup: HTMLElement,
  placement: Placement,
): void {
  const anchor = anchorElement.getBoundingClientRect();
  const width = popup.offsetWidth;
  const height = popup.offsetHeight;
  const { align, gap } = placement;
  const upright = placement.side === 'top' || placement.side === 'bottom';
  const needed = (upright ? height : width) + gap + margin;
  const other = opposite[placement.side];
  const flips =
    room(placement.side, anchor) < needed && room(other, anchor) > room(placement.side, anchor);
  const side = flips ? other : placement.side;

  let left = along(align, { start: anchor.left, end: anchor.right }, width);
  let top = along(align, { start: anchor.top, end: anchor.bottom }, height);
  if (side === 'top') top = anchor.top - gap - height;
  if (side === 'bottom') top = anchor.bottom + gap;
  if (side === 'left') left = anchor.left - gap - width;
  if (side === 'right') left = anchor.right + gap;
  popup.style.left = `${within(left, width, innerWidth)}px`;
  popup.style.top = `${within(top, height, innerHeight)}px`;
}
