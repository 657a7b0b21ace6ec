// How many sockets somebody may hold on this node: counted by any name, bounded for each (live protocol S-17).

export interface Seats {
  /** Takes a seat under this name; gives whether there was one left. */
  take(name: string): boolean;
  giveBack(name: string): void;
}

/** Takes the bound for each name; gives the count. */
export function seats(max: number): Seats {
  const taken = new Map<string, number>();
  return {
    take(name) {
      const count = taken.get(name) ?? 0;
      if (count >= max) return false;
      taken.set(name, count + 1);
      return true;
    },
    giveBack(name) {
      const count = (taken.get(name) ?? 0) - 1;
      if (count > 0) taken.set(name, count);
      else taken.delete(name);
    },
  };
}
