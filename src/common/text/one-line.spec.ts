import { isOneLine } from './one-line';

describe('isOneLine', () => {
  it.each([
    ...['Ann', 'a b', '東京', 'می‌خواهم', 'ക്‍', '\u200fשלום', '👩‍🚀', '👩🏽‍⚕️', '❤️‍🔥'],
    '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  ])('takes %s', (text) => {
    expect(isOneLine(text)).toBe(true);
  });

  it.each([
    ...['a\nb', 'a\tb', 'a\u2028b', 'a\u202eb', 'a\u2066b', 'a\u200bb', 'a\u00adb', '\ufeffa', '\u3164', 'a\u0007'],
    ...['\u200d', 'a\u200d b', 'a\u200c', 'a\u{e0041}', '\u0301'],
  ])('refuses %j', (text) => {
    expect(isOneLine(text)).toBe(false);
  });
});
