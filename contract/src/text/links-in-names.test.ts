import { describe, expect, it } from 'vitest';

import { firstName } from '../accounts/user-changes.ts';
import { TeamName } from '../teams/team-input.ts';
import { hasLink } from './links-in-names.ts';

describe('a name', () => {
  it.each([
    'https://evil.example/x',
    'Win at evil.example/x',
    'evil.example',
    'Visit evil.com, now',
    '(evil.com)',
    'sub.domain.evil.io!',
    'evil.anything/path',
    'evil.anything:8080',
    'www.evil',
    'WWW.Evil',
    'robin@example',
    'ｅｖｉｌ．ｃｏｍ',
    'evil。com',
    'evil\u200b.com',
    'evil.c\u2060om',
    'robin＠example.com',
    'xn--e1afmkfd.xn--p1ai',
    'пример.рф',
    'ftp://x',
  ])('%j holds a link', (name) => {
    expect(hasLink(name)).toBe(true);
  });

  it.each([
    'Rocket',
    'J.R. Tolkien',
    'J.R.R. Tolkien',
    'Dr. No',
    'St.Gallen',
    'Node.js guild',
    'Team v2.1',
    'Release 1.2.3',
    'R&D / Ops',
    'Web...',
    'a/b testing',
    'Grüße — 你好 👋',
    'C++ & .NET',
    "O'Neil-Smith Jr.",
  ])('%j holds none', (name) => {
    expect(hasLink(name)).toBe(false);
  });

  it('of a person or team is refused with a sentence at its field', () => {
    const sentence = (result: { error?: { issues: { message: string }[] } | undefined }) =>
      result.error?.issues.map(({ message }) => message);
    expect(sentence(firstName.safeParse('evil.example/x'))).toEqual([
      'First name cannot contain a link or an email address',
    ]);
    expect(sentence(TeamName.safeParse('See www.evil'))).toEqual([
      'A team name cannot contain a link or an email address',
    ]);
  });
});
