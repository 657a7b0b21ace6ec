/** For the invisible radio button that covers its face, so that the whole face is clickable. */
export const coverClass = 'peer absolute inset-0 cursor-[inherit] appearance-none opacity-0';

/** The focus ring of the face. */
export const faceRing =
  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus has-focus-visible:outline-solid';
