/** Unicode lists the ten digits of a script one after the other. */
function digitOf(sign: string): string {
  let value = 0;
  for (
    let code = sign.codePointAt(0) ?? 0;
    /\p{Nd}/u.test(String.fromCodePoint(code - 1));
    code -= 1
  )
    value += 1;
  return String(value % 10);
}

/** A number from 1 to `max`, in the digits of any keyboard; null for other texts. Ignores invisible characters. */
export function wholeNumber(typed: string, max: number): number | null {
  const number = Number(typed.replaceAll(/\p{Cf}/gu, '').replaceAll(/\p{Nd}/gu, digitOf));
  return Number.isInteger(number) && number >= 1 && number <= max ? number : null;
}
