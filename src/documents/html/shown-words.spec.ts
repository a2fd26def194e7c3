import { expectLinear } from '../../../test/support/growth';
import { readPage } from './read-page';

function text(html: string): string {
  return readPage(`<!doctype html><html>${html}`, 'https://docs.example/a/b').document.text;
}

describe('what a reader of a page sees', () => {
  it.each([
    [
      'no price that is struck through',
      '<p>15 € <del>20 €</del> <s>25 €</s> <span style="text-decoration:line-through">30 €</span></p>',
      '15 €',
    ],
    [
      'nor by a class of many pages',
      '<p><span class="text-gray line-through">20 €</span> <span class="old-price">25 €</span> 15 €</p>',
      '15 €',
    ],
    [
      'nor by a style sheet of its own',
      '<style>.was{color:red;text-decoration:line-through}</style><p><span class="was">20 €</span> 15 €</p>',
      '15 €',
    ],
    [
      'nor in a table',
      '<table><tr><th>Plan<th>Price<tr><td>Pro<td><s>20 €</s> 15 €</table>',
      'Plan | Price\n\nPro | 15 €',
    ],
    [
      'prices of WooCommerce',
      '<p><del aria-hidden="true"><bdi>€20.00</bdi></del> <span class="screen-reader-text">Original price was: €20.00.</span><ins aria-hidden="true">€15.00</ins><span class="screen-reader-text">Current price is: €15.00.</span></p>',
      'Original price was: €20.00. Current price is: €15.00.',
    ],
    [
      'prices of Shopify',
      '<div><span class="visually-hidden">Regular price</span><span><s>€20,00</s></span><span class="visually-hidden">Sale price</span><span>€15,00</span></div>',
      'Regular price Sale price €15,00',
    ],
    ['prices over several elements', '<p><span>€ 12</span><span>.</span><span>99</span></p>', '€ 12.99'],
    ['prices with raised cents', '<p><sup>$</sup>12<sup>99</sup></p>', '$12.99'],
    ['prices with small cents', '<p><span>12</span><span class="price__fraction">99</span> €</p>', '12.99 €'],
    [
      'a footnote apart from a unit',
      '<p>10 kg<sup>1</sup>, 5 kg<sup><a href="#n">2)</a></sup>, 2 kg<sup>a</sup>, 1 kg<sup>[3]</sup></p><p><sup>1</sup> Each.</p>',
      '10 kg¹, 5 kg²⁾, 2 kgᵃ, 1 kg[3]\n\n¹ Each.',
    ],
    [
      'powers, ordinals and marks',
      '<p>20 m<sup>2</sup>, 10<sup>-3</sup>, 1<sup>st</sup>, Acme<sup>TM</sup>, H<sub>2</sub>O, Tent<sup>new</sup></p>',
      '20 m², 10⁻³, 1st, Acme™, H2O, Tent new',
    ],
    [
      'characters without their pronunciation',
      '<p><ruby>東京<rp>(</rp><rt>とうきょう</rt><rp>)</rp></ruby>へ</p>',
      '東京へ',
    ],
    [
      'words without signs that have no width',
      '<p>zero&#8203;width a\u2060b\uFEFFc</p><pre>x\u200By</pre>',
      'zerowidth abc\n\nxy',
    ],
    [
      'names apart from their values',
      '<ul><li><span class="day">Mon</span><span class="hours">9–17</span></li><li><span class="a">Color</span><span class="b">Red</span></li></ul>',
      '- Mon 9–17\n- Color Red',
    ],
    ['names as they are written', '<p><b>You</b><b>Tube</b> <span>H</span><span>2</span>O</p>', 'YouTube H2O'],
    ['what only a screen reader reads, apart', '<p>Price<span class="sr-only">from</span>5 €</p>', 'Price from 5 €'],
    [
      'pictures for yes and no',
      '<table><tr><th>Feature<th>Free<th>Pro<tr><td>SSO<td><img alt="No" src="n"><td><svg role="img" aria-label="Yes"></svg></table>',
      'Feature | Free | Pro\n\nSSO | No | Yes',
    ],
    ['a heading that is drawn', '<h2><img alt="Returns" src="r"></h2><p>30 days.</p>', 'Returns\n\n30 days.'],
    [
      'tables made of other elements',
      '<div role="table"><div role="rowgroup"><div role="row"><span role="columnheader">Plan</span><span role="columnheader">Price</span></div></div><div role="row"><span role="cell">Pro</span><span role="cell">9 €</span></div></div>',
      'Plan | Price\n\nPro | 9 €',
    ],
    ['no dialog', '<dialog><p>Subscribe!</p></dialog><p>Zebras.</p>', 'Zebras.'],
    ['nothing invisible', '<p>Zebras<span style="visibility:hidden">no</span></p>', 'Zebras'],
    [
      'no notice that a screen reader calls so',
      '<div role="region" aria-label="Cookie banner"><p>We use cookies.</p></div><p>Zebras.</p>',
      'Zebras.',
    ],
    [
      'all of a page within a tag that was not closed',
      `<p>Fees <s>old<p>${'Ten. '.repeat(100)}`,
      `Fees\n\n${'Ten. '.repeat(100).trim()}`,
    ],
  ])('%s', (_what, html, shown) => {
    expect(text(`<body>${html}`)).toBe(shown);
  });

  it('decimals as the language of the page writes them', () => {
    expect(readPage('<html lang="de"><p>12<sup>99</sup> €</p>', 'https://a.example/').document.text).toBe('12,99 €');
  });

  it('no title of a drawing as the title of the page', () => {
    expect(readPage('<p>x<svg><title>Yes</title></svg>', 'https://a.example/').title).toBeNull();
  });
});

describe('e-mail addresses', () => {
  it.each([
    'info [at] shop [dot] example',
    'info(at)shop.example',
    'info {at} shop(punkt)example',
    'info<span> [ät] </span>shop.example',
    'info at shop dot example',
    '<span style="unicode-bidi:bidi-override; direction: rtl">elpmaxe.pohs@ofni</span>',
    '<span style="direction:rtl">elpmaxe.pohs@ofni</span>',
    '<bdo dir="rtl">elpmaxe.pohs@ofni</bdo>',
    '<style>.r{unicode-bidi:bidi-override;direction:rtl}</style><b class="r">elpmaxe.pohs@ofni</b>',
    '&#105;nfo&#64;shop&#46;example',
    'info@<span style="display:none">null</span>shop.example',
    'info@<wbr>shop&#8203;.example',
  ])('%s', (written) => {
    expect(text(`<body><p>Write to ${written}.</p>`)).toBe('Write to info@shop.example.');
  });

  it.each([
    ['<p>We met at shop 5 and list[at] is code.</p>', 'We met at shop 5 and list[at] is code.'],
    ['<pre>info [at] shop.example</pre>', 'info [at] shop.example'],
    ['<p dir="rtl">שלום info@shop.example</p>', 'שלום info@shop.example'],
  ])('are not found in %s', (html, shown) => {
    expect(text(`<body>${html}`)).toBe(shown);
  });
});

describe('panels that a style or a script hides', () => {
  it.each([
    [
      'tabs whose script names them',
      '<button onclick="openTab(event, \'L\')">London</button><button onclick="openTab(event, \'P\')">Paris</button><div id="L" class="tabcontent" style="display:none"><p>Rain.</p></div><div id="P" class="tabcontent" style="display:none"><p>Sun.</p></div>',
    ],
    [
      'tabs whose data names them',
      '<ul><li role="tab" data-tab-target="#L">London</li><li role="tab" data-tab-target="#P">Paris</li></ul><div id="L"><p>Rain.</p></div><div id="P" hidden><p>Sun.</p></div>',
    ],
  ])('%s', (_what, html) => {
    const { blocks, text: all } = readPage(`<body>${html}`, 'https://a.example/').document;
    expect(blocks.map(({ headings, start, end }) => [headings, all.slice(start, end)])).toEqual([
      [['London'], 'Rain.'],
      [['Paris'], 'Sun.'],
    ]);
  });
});

it.each<[string, (many: number) => string]>([
  ['superscripts of one price', (many) => `<p>€${'1<sup>99</sup>'.repeat(many)}</p>`],
  ['struck texts', (many) => '<s class="a b">x'.repeat(200) + '<p><s>20 €</s>'.repeat(many)],
  ['pictures', (many) => `<table><tr>${'<td><img alt="x">'.repeat(many)}</table>`],
  ['pictures of one cell', (many) => `<table><tr><td>${'<i></i>'.repeat(many)}</table>`],
  ['values', (many) => `<p>${'<span>ab</span><span>1</span>'.repeat(many)}</p>`],
  ['hidden addresses', (many) => `<p>${'a.b-c+d (at) '.repeat(many)}</p>`],
  ['characters of no address', (many) => `<p>(at)${'a.b'.repeat(many)}</p>`],
  [
    'classes',
    (many) => `<style>${'.a{text-decoration:line-through}'.repeat(many)}</style><p class="${'a '.repeat(many)}">x</p>`,
  ],
  ['roles', (many) => '<div role="table">'.repeat(100) + '<i role="row"><b role="cell">x</b></i>'.repeat(many)],
])('takes time that grows with the number of %s', (_what, shape) =>
  expectLinear((size) => text(`<body>${shape(size)}`)),
);
