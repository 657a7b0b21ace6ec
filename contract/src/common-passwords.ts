// The commonest passwords that the rules for new ones would let through, as stems: what is left of "P@ssw0rd123!" is
// "password". The list is short because browsers load it too.

const lookalikes: Record<string, string> = { '@': 'a', $: 's', 0: 'o', 1: 'i', 3: 'e', 5: 's' };

const letter = /\p{L}/u;
const letterOrLookalike = /[\p{L}@$]/u;

const stems = new Set(
  `
password passwort passord pass motdepasse contrasena senha parola wachtwoord haslo
qwer qwerty qwertz azerty qwertyuiop asdf asdfgh asdfghjkl zxcv zxcvbnm qweasd qweasdzxc qwe asd
1q2w3e 1q2w3e4r 1q2w3e4r5t q1w2e3r4 1qaz2wsx 1qaz2wsx3edc zaq12wsx qazwsx qazwsxedc
ab abc abcd abcde abcdef abcdefg abcdefgh aabbcc
welcome willkommen hello hallo iloveyou loveyou letmein login admin administrator root superuser
user guest test tester testing demo default changeme secret security access server database
summer winter spring autumn january february march april may june july august september october
november december monday tuesday wednesday thursday friday saturday sunday
football baseball basketball soccer hockey liverpool chelsea arsenal barcelona
monkey dragon shadow sunshine princess superman batman starwars pokemon charlie michael jordan
computer internet whatever trustno freedom flower cookie google samsung wentwell
`
    .trim()
    .split(/\s+/)
    .map(stem),
);

/**
 * The word that a guesser tries first: without the digits and marks around it, and without its disguise. Takes one
 * step for each character: a pattern that ends in `+$` would try every run of marks again from each of its characters.
 */
function stem(password: string): string {
  const characters = [...password.normalize('NFKC').toLowerCase()];
  const first = characters.findIndex((each) => letterOrLookalike.test(each));
  const last = characters.findLastIndex((each) => letter.test(each));
  const word = first === -1 ? [] : characters.slice(first, last + 1);
  return word.map((each) => lookalikes[each] ?? each).join('');
}

/** Whether a new password is one of those that everybody tries first. The caller bounds its length. */
export function isCommonPassword(password: string): boolean {
  const word = stem(password);
  return stems.has(word) || new Set(word).size === 1;
}
