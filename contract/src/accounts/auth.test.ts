import { describe, expect, it } from 'vitest';

import { Email } from '../text/email.ts';
import { sitePath } from '../text/site-path.ts';
import { ChangePasswordForm, NewPassword, RegisterForm } from './auth.ts';

function messages(result: { error?: { issues: { message: string }[] } | undefined }): string[] {
  return result.error?.issues.map(({ message }) => message) ?? [];
}

describe('A-52: a new password', () => {
  it.each([
    ['', 'Please enter a password.'],
    ['Ab1', 'Password must be at least 8 characters long.'],
    ['lowercase1', 'Password must contain at least one uppercase letter.'],
    ['UPPERCASE1', 'Password must contain at least one lowercase letter.'],
    ['NoNumbers', 'Password must contain at least one number.'],
  ])('%j is refused first with: %s', (password, message) => {
    expect(messages(NewPassword.safeParse(password))[0]).toBe(message);
  });

  it('keeps spaces and letters of any script', () => {
    expect(NewPassword.parse(' Ärger mit 3 Übeln ')).toBe(' Ärger mit 3 Übeln ');
  });
});

describe('A-52: registering', () => {
  it('reports mismatched passwords even if the password violates its own rules', () => {
    const form = { email: 'a@b.cd', password: 'short', confirm: 'other' };
    expect(messages(RegisterForm.safeParse(form))).toContain('Passwords do not match.');
  });

  it('trims an address and keeps its spelling', () => {
    expect(Email.parse('  Ada@Example.com ')).toBe('Ada@Example.com');
  });

  it.each([
    ['Ada@Bücher.example', 'Ada@xn--bcher-kva.example'],
    ['ada@пример.рф', 'ada@xn--e1afmkfd.xn--p1ai'],
    ['ada@xn--e1afmkfd.xn--p1ai', 'ada@xn--e1afmkfd.xn--p1ai'],
    ['ada＠例え。テスト', 'ada@xn--r8jz45g.xn--zckzah'],
    ['ada@ｅｘａｍｐｌｅ.com', 'ada@example.com'],
  ])('stores the ASCII form of a domain: %s', (typed, stored) => {
    expect(Email.parse(typed)).toBe(stored);
  });

  it.each([
    'ada@bü cher.example',
    'ada@bücher',
    'ada@１.２.３.４',
    'ada@bü/cher.example',
    'ada@\u00ad.example',
  ])('refuses what is no domain: %s', (typed) => {
    expect(Email.safeParse(typed).success).toBe(false);
  });
});

describe('A-57: a redirect is a path on this site, or dropped', () => {
  it.each(['/dashboard', '/invitations/abc?x=1#y', '/login?redirect=%2Fmeetings'])('%s', (path) => {
    expect(sitePath(path)).toBe(path);
  });

  it.each([
    '//evil.test',
    '/\\evil.test',
    '/\t/evil.test',
    'https:evil.test',
    'https://evil.test',
    'javascript:alert(1)',
    'dashboard',
    '',
    null,
    undefined,
  ])('not %j', (path) => {
    expect(sitePath(path)).toBeNull();
  });
});

describe('A-52: the commonest passwords', () => {
  it.each([
    'Password1',
    'PASSWORd123!!',
    'P@ssw0rd2026',
    'Passw0rd1',
    'Qwerty123',
    '123456Aa',
    'Abc12345',
    '1Qaz2wsx',
    'Aaaaaaa1',
    'Summer2026!',
    'Wentwell1',
  ])('%s is refused with a text', (password) => {
    expect(messages(NewPassword.safeParse(password))).toEqual([
      'This password is too easy to guess. Please choose another.',
    ]);
    expect(messages(ChangePasswordForm.shape.new_password.safeParse(password))).toHaveLength(1);
  });

  it.each(['Correct1horse', 'Passwords are 1 odd thing', 'Summer on Mars 7', 'Пароль короля 1'])(
    '%s, which merely holds such a word, is fine',
    (password) => {
      expect(NewPassword.parse(password)).toBe(password);
    },
  );
});
