import { normalForm } from './normal-form';
import { expectLinear } from '../../../test/support/growth';

describe('the normal form of a text', () => {
  it('is that of Unicode for what people write', () => {
    for (const text of ['Ångström', 'A\u030angstro\u0308m', 'ﬁ ①', '가', 'ข้าว', `e${'\u0301'.repeat(30)}`]) {
      for (const form of ['NFC', 'NFD', 'NFKC'] as const) expect(normalForm(text, form)).toBe(text.normalize(form));
    }
  });

  it('has a longer row of marks cut, and is its own normal form', () => {
    const text = normalForm(`a${'\u0315\u0300'.repeat(100)}b`, 'NFC');
    expect(Math.max(...text.split('\u034f').map((row) => row.length))).toBeLessThanOrEqual(31);
    expect(normalForm(text, 'NFC')).toBe(text);
  });

  it('of marks without end takes no longer than they are', () => {
    expectLinear((size) => normalForm('\u0315\u0300'.repeat(size), 'NFC'));
  });
});
