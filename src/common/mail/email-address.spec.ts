import { isEmail } from 'class-validator';
import { assert, constantFrom, oneof, property, stringMatching, tuple } from 'fast-check';
import { isPlainAddress, isUsualAddress } from './email-address';

const isAddress = (text: string): boolean => text.length <= 254 && isPlainAddress(text) && isEmail(text);

/** Valid addresses, near misses, and parts of the maximum length and one more. */
const part = oneof(
  stringMatching(/^[a-z0-9]{1,4}([.+_-]{0,2}[a-z0-9]{1,4})?$/),
  stringMatching(/^[a-z0-9.+_-]{1,8}$/),
  constantFrom('x', '-', '.', 'xn--p1ai', '1', ...[61, 62, 63, 64, 65].map((length) => 'a'.repeat(length))),
);
const domain = tuple(
  part,
  oneof(part, constantFrom('com', 'org', 'co.uk', 'c', ...['.a', '.b'].map((x) => x.repeat(99)))),
);
const text = tuple(part, domain, constantFrom('', '', '', '', ' ', '\n', '@x.com')).map(
  ([local, [host, top], end]) => `${local}@${host}.${top}${end}`,
);

describe('isUsualAddress', () => {
  it.each(['ann@example.com', 'ann.lee+news@mail.example.co.uk', 'a_b-c@x1.io'])('takes %s', (address) => {
    expect([isUsualAddress(address), isAddress(address)]).toEqual([true, true]);
  });

  it('refuses invalid addresses', () => {
    let taken = 0;
    assert(
      property(text, (address) => {
        if (isUsualAddress(address)) taken++;
        return !isUsualAddress(address) || isAddress(address);
      }),
      { numRuns: 20_000, seed: 20_260_115 },
    );
    expect(taken).toBeGreaterThan(500);
  });
});
