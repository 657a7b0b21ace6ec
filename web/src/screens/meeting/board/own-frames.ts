// Spreads the drawing of many cards over frames.

type Draw = () => void;

const waiting = new Set<Draw>();

function drawNext(): void {
  const [draw] = waiting;
  if (draw === undefined) return;
  waiting.delete(draw);
  draw();
  if (waiting.size > 0) requestAnimationFrame(drawNext);
}

/** Draws in a later frame that it shares with no other caller, in the order of calls. Returns a function that cancels it. */
export function inOwnFrame(draw: Draw): () => void {
  waiting.add(draw);
  if (waiting.size === 1) requestAnimationFrame(drawNext);
  return () => waiting.delete(draw);
}
