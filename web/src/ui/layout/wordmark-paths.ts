/** SVG paths of the logo and the product's name, also drawn before any script runs. */

export const logo = {
  viewBox: '0 0 32 32',
  note: 'M8.5 2.5h15a6 6 0 0 1 6 6V20l-9.5 9.5H8.5a6 6 0 0 1-6-6v-15a6 6 0 0 1 6-6Z',
  corner: 'M29.5 20 20 29.5V23a3 3 0 0 1 3-3h6.5Z',
  letter: 'm7.2 11.4 3.7 9 3.6-7.2 3.2 5.6 6.4-11',
};

export const wordmark = {
  viewBox: '-6 -4 325 72',
  strokeWidth: 10.5,
  /** Height and gap relative to the logo's height. */
  scale: 0.66,
  gap: 0.3,
  letters: [
    'm0 24 11 36 11-33 11 33 11-36',
    'M54 42h36a18 18 0 1 0-5.5 13',
    'M106 60V24m0 16a16 16 0 0 1 32 0v20',
    'M160 8v40a12 12 0 0 0 12 12h4m-25-36h22',
    'm183 24 11 36 11-33 11 33 11-36',
    'M237 42h36a18 18 0 1 0-5.5 13',
    'M290 0v60',
    'M307 0v51a9 9 0 0 0 6 8.5',
  ],
};
