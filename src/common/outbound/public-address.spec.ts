import { isPublicAddress, isWithin } from './public-address';

describe('isPublicAddress', () => {
  it.each([
    '0.0.0.0',
    '0.255.255.255',
    '10.0.0.1',
    '10.255.255.255',
    '100.64.0.1',
    '100.127.255.255',
    '100.100.100.200',
    '127.0.0.1',
    '127.255.255.254',
    '168.63.129.16',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.0.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '192.31.196.1',
    '192.52.193.1',
    '192.175.48.1',
  ])('not %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    '::',
    '::1',
    '::7f00:1',
    '::8.8.8.8',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::8.8.8.8',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:0:4136:e378::1',
    '2001:2::1',
    '2001:10::1',
    '2001:20::1',
    '2001:db8::1',
    '2002:7f00:1::1',
    '2002:808:808::1',
    '3fff::1',
    '4000::1',
    '5f00::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
  ])('not %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['8.8.8.8', '172.15.255.255', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001::8a'])(
    '%s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each(['', 'localhost', '127.1.', '1', 'x'])('no address: %j', (text) => {
    expect(isPublicAddress(text)).toBe(false);
  });
});

it('isWithin compares addresses of a kind only', () => {
  const networks = ['10.1.0.0/16', '192.168.7.7', 'fd00::/8', '::1'];
  for (const inside of ['10.1.255.1', '192.168.7.7', 'fd12::1', '::1', '0:0:0:0:0:0:0:1'])
    expect([inside, isWithin(inside, networks)]).toEqual([inside, true]);
  for (const outside of ['10.2.0.1', '192.168.7.8', 'fc00::1', '::2', '::ffff:10.1.0.1', '::10.1.0.1', 'x', ''])
    expect([outside, isWithin(outside, networks)]).toEqual([outside, false]);
});
