import { describe, expect, it } from 'vitest';

import { Email, NewPassword, RegisterForm, sitePath } from './auth.ts';

function messages(result: { error?: { issues: { message: string }[] } | undefined }): string[] {
  return result.error?.issues.map(({ message }) => message) ?? [];
}

describe('spec 5: a new password', () => {
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

describe('spec 5: registering', () => {
  it('tells a mismatch even while the password fails its own rules', () => {
    const form = { email: 'a@b.cd', password: 'short', confirm: 'other' };
    expect(messages(RegisterForm.safeParse(form))).toContain('Passwords do not match.');
  });

  it('trims an address, and keeps how it was spelled', () => {
    expect(Email.parse('  Ada@Example.com ')).toBe('Ada@Example.com');
  });
});

describe('quality.md 48: a redirect is a path on this site, or nothing', () => {
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
