/** The key that this system's shortcuts are pressed with, as it is written on the keyboard. */
export const commandKey = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : 'Ctrl';
