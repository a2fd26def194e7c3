import { defanged, linksIn } from './links';
import { expectLinear } from '../../../test/support/growth';

describe('linksIn', () => {
  it.each([
    ['See https://shop.example/a?b=1.', ['https://shop.example/a?b=1']],
    ['Write to ann@example.com, please', ['ann@example.com']],
    ['(www.shop.example)', ['www.shop.example']],
    ['shop.example/refunds and shop.example', ['shop.example/refunds', 'shop.example']],
    ['ftp://a.example “b.example”', ['ftp://a.example', 'b.example']],
    ['It costs 9.50 euros. Or 3, e.g. now.', []],
    ['', []],
  ])('of %j are %j', (text, links) => {
    expect(linksIn(text)).toEqual(links);
  });

  it.each(['a', 'a.'])('takes linear time for one very long word made of %j', (part) => {
    expectLinear((size) => linksIn(part.repeat(size)));
  });
});

describe('defanged', () => {
  it('keeps known links and every word, and disables all other links', () => {
    const text = 'Go to https://evil.example/x, or https://shop.example/help. Mail: a@evil.example.';
    expect(defanged(text, ['See https://SHOP.example/help for more.'])).toBe(
      'Go to https[:]//evil[.]example/x, or https://shop.example/help. Mail: a[at]evil[.]example.',
    );
  });

  it('treats a link as known only if it matches as a whole', () => {
    expect(defanged('https://shop.example/help.evil', ['https://shop.example/help'])).toBe(
      'https[:]//shop[.]example/help[.]evil',
    );
  });

  it('leaves no link in its own output', () => {
    expect(linksIn(defanged('http://a.example www.b.example c.example/d HTTPS://E.EXAMPLE', []))).toEqual([]);
  });
});
