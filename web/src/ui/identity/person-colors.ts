import { createContext } from 'react';

/** By id, the colours of the people whose avatars stand side by side (`assignColors`). */
export const PersonColors = createContext<ReadonlyMap<string, number>>(new Map());
