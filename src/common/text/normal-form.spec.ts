import { normalForm } from './normal-form';
import { expectLinear } from '../../../test/support/growth';

describe('the normal form of a text', () => {
  it('equals the Unicode normal form for ordinary text', () => {
    for (const text of ['Ångström', 'A\u030angstro\u0308m', 'ﬁ ①', '가', 'ข้าว', `e${'\u0301'.repeat(30)}`]) {
      for (const form of ['NFC', 'NFD', 'NFKC'] as const) expect(normalForm(text, form)).toBe(text.normalize(form));
    }
  });

  it('splits longer runs of marks, and is its own normal form', () => {
    const text = normalForm(`a${'\u0315\u0300'.repeat(100)}b`, 'NFC');
    expect(Math.max(...text.split('\u034f').map((row) => row.length))).toBeLessThanOrEqual(31);
    expect(normalForm(text, 'NFC')).toBe(text);
  });

  it('takes linear time for a very long run of marks', () => {
    expectLinear((size) => normalForm('\u0315\u0300'.repeat(size), 'NFC'));
  });
});
