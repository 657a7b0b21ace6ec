/** The focus ring of a choice's face around its `Radio`. */
export const faceRing =
  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus';
