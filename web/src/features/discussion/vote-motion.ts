/** Style of a vote's dot: votes are counted out before everyone's eyes. */
export const countedOut = (vote: number) => ({ animationDelay: `${vote * 80}ms` });
