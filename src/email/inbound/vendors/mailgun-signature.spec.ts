import { isSignedByMailgun } from './mailgun-signature';

/** The example that the tests of Rails' Action Mailbox have published. */
const KEY = 'tbsy84uSV1Kt3ZJZELY2TmShPRs91E3yL4tzf96297vBCkDWgL';
const PROOF = {
  timestamp: '1539112500',
  token: '7VwW7k6Ak7zcTwoSoNm7aTtbk1g67MKAnsYLfUB7PdszbgR5Xi',
  signature: 'ef24c5225322217bb065b80bb54eb4f9206d764e3e16abab07f0a64d1cf477cc',
};
const NOW = 1_539_112_500_000;

describe('the signature of Mailgun', () => {
  it('is that of the published example, for 15 minutes', () => {
    expect(isSignedByMailgun(PROOF, KEY, NOW)).toBe(true);
    expect(isSignedByMailgun(PROOF, KEY, NOW + 900_000)).toBe(true);
    expect(isSignedByMailgun(PROOF, KEY, NOW + 901_000)).toBe(false);
    expect(isSignedByMailgun(PROOF, KEY, NOW - 901_000)).toBe(false);
  });

  it.each([
    ['another token', { token: PROOF.token.replace('7', '8') }],
    ['another time', { timestamp: '1539112501' }],
    ['another signature', { signature: PROOF.signature.replace('e', 'f') }],
  ])('is worth nothing with %s', (_what, changed) => {
    expect(isSignedByMailgun({ ...PROOF, ...changed }, KEY, NOW)).toBe(false);
  });

  it('is worth nothing under another key', () => expect(isSignedByMailgun(PROOF, `${KEY}x`, NOW)).toBe(false));
});
