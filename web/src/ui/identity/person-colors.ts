import { createContext } from 'react';

/** Colours by user id for avatars shown side by side (`assignColors`). */
export const PersonColors = createContext<ReadonlyMap<string, number>>(new Map());
