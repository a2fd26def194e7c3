import { isSignedBySvix } from './svix-signature';

/** The example of Svix's documentation, "Verifying webhooks manually". */
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const BODY = Buffer.from('{"test": 2432232314}');
const PROOF = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: '1614265330',
  signatures: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};
const NOW = 1_614_265_330_000;

describe('the signature of Svix', () => {
  it('is that of the published example', () => {
    expect(isSignedBySvix(PROOF, BODY, SECRET, NOW)).toBe(true);
    expect(isSignedBySvix(PROOF, BODY, SECRET, NOW + 299_000)).toBe(true);
  });

  it('is worth nothing for another body, or later', () => {
    expect(isSignedBySvix(PROOF, Buffer.from('{"test": 2432232315}'), SECRET, NOW)).toBe(false);
    expect(isSignedBySvix(PROOF, BODY, SECRET, NOW + 301_000)).toBe(false);
  });
});
