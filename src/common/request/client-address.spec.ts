import { limitedAddress, plainAddress } from './client-address';

describe('plainAddress', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0:0:0:c000:201'],
    ['2001:DB8:1:2:3:4:5:6', '2001:db8:1:2:3:4:5:6'],
    ['2001:0db8::8000:0:1', '2001:db8:0:0:0:8000:0:1'],
    ['2001:db8:1:2::', '2001:db8:1:2:0:0:0:0'],
    ['::1', '0:0:0:0:0:0:0:1'],
    ['::', '0:0:0:0:0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0:0:0:0:1'],
    ['', null],
    ['unknown', null],
    ['010.0.0.1', null],
    ['192.0.2.1:4711', null],
    ['[::1]', null],
  ])('%s is %s', (address, plain) => {
    expect(plainAddress(address)).toBe(plain);
  });
});

describe('limitedAddress', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['0:0:0:0:0:0:0:1', '0:0:0:0::/64'],
    ['', ''],
  ])('%s is counted as %s', (address, counted) => {
    expect(limitedAddress(address)).toBe(counted);
  });
});
