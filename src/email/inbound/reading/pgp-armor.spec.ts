import { expectLinear } from '../../../../test/support/growth';
import { withoutArmor } from './pgp-armor';

it('a text that is signed in place is shown without its signature', () => {
  const signature = '-----BEGIN PGP SIGNATURE-----\n\niQ\n=AB\n-----END PGP SIGNATURE-----';
  const signed = `-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\nHello.\n- -- \nAnn\n${signature}`;
  expect(withoutArmor(signed)).toBe('Hello.\n-- \nAnn');
  expect(withoutArmor(`${signed}\n\nThe footer of a list`)).toBe('Hello.\n-- \nAnn\n\nThe footer of a list');
});

it.each(['-----BEGIN PGP SIGNED MESSAGE-----\nhalf', '-----BEGIN PGP MESSAGE-----\n\nhQ\n-----END PGP MESSAGE-----'])(
  'other text stays: %j',
  (text) => {
    expect(withoutArmor(text)).toBe(text);
  },
);

it('takes time that grows with the length', () =>
  expectLinear((many) => withoutArmor('-----BEGIN PGP SIGNED MESSAGE-----\n\na\n'.repeat(many))));
