import { expect, it } from 'vitest';

import { addressBlock, addressMatcher, plainAddress } from './address-block.ts';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  [' 203.0.113.7:51234 ', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8::1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
  ['unknown', 'unknown'],
])('a plain address of %s is %s', (text, address) => {
  expect(plainAddress(text)).toBe(address);
});

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
])('a block of addresses of %s is %s', (address, block) => {
  expect(addressBlock(address)).toBe(block);
});

it('a list of addresses contains named addresses and ranges, in every spelling', () => {
  const isListed = addressMatcher(['203.0.113.0/24', '198.51.100.9', '2001:db8::/32']);
  for (const address of ['203.0.113.200', '198.51.100.9', '::ffff:203.0.113.1', '2001:db8:9::1'])
    expect(isListed(address), address).toBe(true);
  for (const address of ['203.0.114.1', '198.51.100.8', '2001:db9::1', 'unknown', ''])
    expect(isListed(address), address).toBe(false);
});
