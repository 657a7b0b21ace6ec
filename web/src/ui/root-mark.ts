import { useLayoutEffect } from 'react';

/**
 * Sets the attribute `data-NAME` on the root element while the component is mounted; null sets none. Style sheets use it
 * where `:has()` on an ancestor of the board would match: browsers check such a rule after each letter typed, and restyle
 * every note.
 */
export function useRootMark(name: string | null): void {
  useLayoutEffect(() => {
    if (name === null) return undefined;
    const { documentElement: root } = document;
    root.toggleAttribute(`data-${name}`, true);
    return () => root.removeAttribute(`data-${name}`);
  }, [name]);
}
