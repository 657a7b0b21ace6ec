// The commonest passwords that the rules of spec 5 would let through (quality.md 29), as stems: what is left of
// "P@ssw0rd123!" is "password". A short list on purpose, for browsers load it too.

const lookalikes: Record<string, string> = { '@': 'a', $: 's', 0: 'o', 1: 'i', 3: 'e', 5: 's' };

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

/** What a guesser tries first: the word without the digits and marks around it, and without its disguise. */
function stem(password: string): string {
  return password
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^[^\p{L}@$]+|[^\p{L}]+$/gu, '')
    .replace(/[@$0135]/g, (letter) => lookalikes[letter] ?? letter);
}

/** Takes a new password; gives whether it is one of those that everybody tries first. */
export function isCommonPassword(password: string): boolean {
  const word = stem(password);
  return stems.has(word) || /^(.)\1*$/u.test(word);
}
