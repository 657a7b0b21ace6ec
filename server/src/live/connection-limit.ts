// How many sockets somebody may hold on this node: counted by any name, bounded for each (live protocol S-17).

export interface ConnectionLimit {
  /** False where the name has reached its limit. Each success needs one `release`. */
  acquire(name: string): boolean;
  release(name: string): void;
}

export function connectionLimit(max: number): ConnectionLimit {
  const taken = new Map<string, number>();
  return {
    acquire(name) {
      const count = taken.get(name) ?? 0;
      if (count >= max) return false;
      taken.set(name, count + 1);
      return true;
    },
    release(name) {
      const count = (taken.get(name) ?? 0) - 1;
      if (count > 0) taken.set(name, count);
      else taken.delete(name);
    },
  };
}
