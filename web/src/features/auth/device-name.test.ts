import { expect, test } from 'vitest';

import { deviceOf } from './device-name.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [`Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/140.0 Safari/537.36`, 'Chrome on Windows'],
  [
    `Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/140.0 Safari/537.36 Edg/140.0`,
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18 Safari/605.1.15',
    'Safari on Mac',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  ['curl/8.5.0', 'curl'],
  ['node', 'node'],
  ['Mozilla/5.0', 'Unknown device'],
  ['', 'Unknown device'],
  ['<script>alert(1)</script>', 'Unknown device'],
])('%s is %s', (userAgent, name) => {
  expect(deviceOf(userAgent).name).toBe(name);
});

test('distinguishes phones from tablets and desktops', () => {
  const android = (rest: string) =>
    `Mozilla/5.0 (Linux; Android 15) ${webkit} Chrome/140.0 ${rest}`;
  expect(deviceOf(android('Mobile Safari/537.36')).isPhone).toBe(true);
  expect(deviceOf(android('Safari/537.36')).isPhone).toBe(false);
  expect(deviceOf('Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0').isPhone).toBe(false);
});
