import { expectLinear } from '../../../test/support/growth';
import { readPage } from './read-page';
import { refreshAddress } from './page-refresh';

/** Each block with the headings above it. */
function shown(html: string): string[] {
  const { text, blocks } = readPage(`<!doctype html><body>${html}</body>`, 'https://docs.example/a/b').document;
  return blocks.map(({ headings, start, end }) => `${headings.join(' > ')}: ${text.slice(start, end)}`);
}

describe('titles of panels', () => {
  it.each([
    [
      'Elementor, whose tabs have a second title for small screens',
      '<div><div role="tab" aria-controls="c1">Returns</div></div><div><div class="mobile-title" role="tab" aria-controls="c1">Returns</div><div id="c1" role="tabpanel">30 days.</div></div>',
    ],
    [
      'WordPress, with a sign in the button',
      '<h3><button class="wp-block-accordion-heading__toggle" aria-expanded="false" aria-controls="c1"><span>Returns</span><span class="wp-block-accordion-heading__toggle-icon" aria-hidden="true">+</span></button></h3><div id="c1" role="region">30 days.</div>',
    ],
    [
      'Yoast',
      '<div class="schema-faq-section"><strong class="schema-faq-question">Returns</strong> <p class="schema-faq-answer">30 days.</p></div>',
    ],
    [
      'Foundation',
      '<ul class="accordion"><li class="accordion-item"><a href="#" class="accordion-title">Returns</a><div class="accordion-content">30 days.</div></li></ul>',
    ],
    [
      'Semantic UI',
      '<div class="ui styled accordion"><div class="title"><i></i>Returns</div><div class="content">30 days.</div></div>',
    ],
    [
      'Webflow, whose panel is a navigation',
      '<div class="w-dropdown"><div class="w-dropdown-toggle" aria-controls="c1" aria-expanded="false" role="button">Returns</div><nav id="c1"><p>30 days.</p></nav></div>',
    ],
    [
      'a tab around its panel',
      '<div role="tab"><div class="faq-questions">Returns</div><div class="faq-content" role="tabpanel">30 days.</div></div>',
    ],
    [
      'a box that is ticked',
      '<input type="checkbox" id="c1"><label for="c1">Returns</label><div class="tab-content">30 days.</div>',
    ],
    [
      'structured data in the page',
      '<div itemscope itemtype="https://schema.org/Question"><span itemprop="name">Returns</span><div itemscope itemprop="acceptedAnswer"><div itemprop="text">30 days.</div></div></div>',
    ],
    [
      'a term with a button',
      '<dl><dt><button aria-controls="c1">Returns</button></dt><dd id="c1" style="display:none"><p>30 days.</p></dd></dl>',
    ],
  ])('%s', (_framework, html) => {
    expect(shown(html)).toEqual(['Returns: 30 days.']);
  });

  it.each([
    [
      'Docusaurus',
      '<ul role="tablist"><li role="tab">npm</li><li role="tab">Yarn</li></ul><div><div role="tabpanel"><p>Use npm.</p></div><div role="tabpanel" hidden><p>Use yarn.</p></div></div>',
    ],
    [
      'Material for MkDocs',
      '<div class="tabbed-labels"><label for="t1">npm</label><label for="t2">Yarn</label></div><div><div class="tabbed-block"><p>Use npm.</p></div><div class="tabbed-block"><p>Use yarn.</p></div></div>',
    ],
  ])('tabs of %s, by their order', (_framework, html) => {
    expect(shown(html)).toEqual(['npm: Use npm.', 'Yarn: Use yarn.']);
  });

  it('no tabs where their number is another', () => {
    expect(shown('<ul><li role="tab">One</li><li role="tab">Two</li></ul><div role="tabpanel"><p>x</p></div>')).toEqual(
      [': - One', ': - Two', ': x'],
    );
  });
});

describe('definitions', () => {
  it.each<[string, string, string[]]>([
    [
      'short values stand behind their names',
      '<dl><dt>Weight</dt><dd>3 kg</dd><div><dt>Late fee:</dt><dd>10 EUR</dd><dd>per day</dd></div></dl>',
      [': Weight: 3 kg', ': Late fee: 10 EUR, per day'],
    ],
    [
      'several terms of one',
      '<dl><dt>Balance</dt><dt>Rest</dt><dd>Paid on arrival.</dd></dl>',
      [': Balance, Rest: Paid on arrival.'],
    ],
    [
      'a question heads its answer',
      '<dl><dt>Is it dry?</dt><dd>Yes.</dd></dl><p>End.</p>',
      ['Is it dry?: Yes.', ': End.'],
    ],
    [
      'a term heads paragraphs',
      '<h2>API</h2><dl><dt id="f"><code>f()</code></dt><dd><p>One.</p><ul><li>Two</li></ul></dd></dl>',
      ['API > f(): One.', 'API > f(): - Two'],
    ],
    ['a term without a value', '<dl><dt>Alone</dt></dl><p>End.</p>', [': Alone', ': End.']],
  ])('%s', (_what, html, blocks) => {
    expect(shown(html)).toEqual(blocks);
  });
});

describe('what templates put around the content', () => {
  it.each([
    ['OneTrust', '<div id="onetrust-banner-sdk"><p>By clicking “Accept” you agree.</p></div>'],
    ['CookieYes', '<div class="cky-consent-container"><p>We value your privacy</p></div>'],
    ['a notice of its own', '<div class="site-cookie-notice"><p>We use cookies.</p></div>'],
    ['a trail of WooCommerce', '<div class="woocommerce-breadcrumb"><a href="/">Home</a> / Tents and more</div>'],
    ['a trail of structured data', '<ol itemtype="https://schema.org/BreadcrumbList"><li>Home</li><li>Tents</li></ol>'],
    [
      'articles of the section, in Zendesk',
      '<main><h1>Zebras</h1><p>Graze.</p></main><div class="article-sidebar">In this section<ul><li><a href="/1">Pay by card</a></li></ul></div>',
    ],
    [
      'related articles',
      '<section class="related_articles my-6"><div>Related Articles</div><a href="/2">Cancel</a><a href="/3">Refunds</a></section>',
    ],
    ['a vote', '<div class="article-votes"><span>Was this article helpful?</span></div>'],
    ['a link past the menu', '<a class="skip-link screen-reader-text" href="#content">Skip to content</a>'],
    ['what is not displayed', '<p style="color: red; display: none">Sent!</p>'],
  ])('is no text: %s', (_what, html) => {
    expect(shown(html.startsWith('<main>') ? html : `${html}<h1>Zebras</h1><p>Graze.</p>`)).toEqual(['Zebras: Graze.']);
  });

  it.each([
    ['an article about cookies', '<div class="cookie-policy"><p>Which cookies do you set?</p></div>'],
    ['a section that says something', '<section class="related-terms"><p>Zebras and horses.</p></section>'],
    ['what a question opens', '<p onclick="show()">More</p><div style="display:none">Of it.</div>'],
    ['what a heading opens', '<h2>Fees</h2><div style="display:none">None.</div>'],
  ])('is text: %s', (_what, html) => {
    expect(shown(`<main>${html}<p>End.</p></main>`).length).toBeGreaterThan(1);
  });
});

describe('text', () => {
  it.each<[string, string, string[]]>([
    ['two breaks end a paragraph', 'One.<br>Two.<br> <br>Three.', [': One.\nTwo.', ': Three.']],
    [
      'boxes beside each other are words of their own',
      '<p><a href="/a">Tents</a><a href="/b">Boats</a> b<a>c</a></p>',
      [': Tents Boats bc'],
    ],
    ['marks where words may be broken', '<p>Rind&shy;fleisch</p>', [': Rindfleisch']],
    [
      'an address behind a picture',
      '<p>Write: <a href="mailto:a@shop.example"><img alt=""></a></p>',
      [': Write: a@shop.example'],
    ],
    [
      'a declared shadow tree',
      '<x-faq><template shadowrootmode="open"><p>One.</p><template><p>No.</p></template></template><p>Two.</p></x-faq>',
      [': One.', ': Two.'],
    ],
    [
      'the caption of a table',
      '<table><caption>Opening hours</caption><tr><th>Day<th>From<tr><td>Mon<td>9</table>',
      [': Opening hours', 'Opening hours: Mon | 9'],
    ],
  ])('%s', (_what, html, blocks) => {
    expect(shown(html)).toEqual(blocks);
  });

  it('a remark across a table has no column', () => {
    const page = readPage(
      '<table><tr><th>A<th>B<tr><td>1<td>2<tr><td colspan=2>Plus taxes.</table>',
      'https://a.example/',
    );
    expect(page.document.blocks.map(({ kind }) => kind)).toEqual(['row', 'paragraph']);
  });
});

it('addresses go from the base of the page', () => {
  const head = '<head><base href="/v2/"><link rel="canonical" href="guide"></head><p>x';
  expect(readPage(head, 'https://docs.example/a').canonicalUrl).toBe('https://docs.example/v2/guide');
});

it.each([
  ["0;url='/new", '/new'],
  ["0;url='/new' or so", '/new'],
  ['.5;url=/new', '/new'],
  ['0 /new', '/new'],
  ['0url=/new', null],
  [';url=/new', null],
])('a refresh by %j leads to %s, as in a browser', (content, to) => {
  const page = Buffer.from(`<meta http-equiv="refresh" content=""><meta http-equiv="refresh" content="${content}">`);
  expect(refreshAddress(page, 'https://a.example/old')).toBe(to && `https://a.example${to}`);
});

it.each<[string, (many: number) => string]>([
  ['definitions', (many) => `<dl>${'<dt>a</dt><dd>b</dd>'.repeat(many)}</dl>`],
  ['what is not displayed', (many) => '<p style="display:none">x</p>'.repeat(many)],
  ['shadow trees', (many) => '<template shadowrootmode="open"><i>x</i></template>'.repeat(many)],
  ['tabs', (many) => '<b role="tab">x</b><p role="tabpanel">y</p>'.repeat(many)],
])('takes time that grows with the number of %s', (_what, shape) => expectLinear((size) => shown(shape(size))));
