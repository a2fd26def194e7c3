import { expectLinear } from '../../../test/support/growth';
import { readHtml } from './read-html';
import { readPage } from './read-page';

/** Each block with the headings above it. */
function shown(html: string): string[] {
  const { text, blocks } = readPage(`<!doctype html>${html}`, 'https://docs.example/a/b').document;
  return blocks.map(({ headings, start, end }) => `${headings.join(' > ')}: ${text.slice(start, end)}`);
}

const data = (...things: unknown[]): string =>
  things.map((one) => `<script type="application/ld+json">${JSON.stringify(one)}</script>`).join('');
const question = (name: string, text: string): object => ({
  '@type': 'Question',
  name,
  acceptedAnswer: { '@type': 'Answer', text },
});
const FAQ = {
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  mainEntity: [question('How long?', '<p>Two <b>days</b>.</p>'), question('By boat?', 'No.\n\nBy land.')],
};

describe('a page whose text a script shows', () => {
  it.each<[string, string, string[]]>([
    [
      'has text for readers without scripts',
      '<div id="root"></div><noscript><h1>Returns</h1><p>30 days.</p></noscript>',
      ['Returns: 30 days.'],
    ],
    [
      'has it in parts',
      '<noscript><p>30 days.</p></noscript><noscript><img src="pixel"></noscript><noscript><p>Please enable JavaScript.</p><p>Call 12.</p></noscript>',
      [': 30 days.', ': Call 12.'],
    ],
    ['says that it loads', '<div>Loading…</div><noscript><p>30 days.</p></noscript>', [': 30 days.']],
    [
      'has a menu and a footer',
      '<nav><a href="/">Home</a></nav><footer>Acme</footer><noscript><p>30 days.</p></noscript>',
      [': 30 days.'],
    ],
    [
      'asks for consent',
      '<div class="cookie-banner">We use cookies.</div><noscript><p>30 days.</p></noscript>',
      [': 30 days.'],
    ],
    [
      'gives its questions as data',
      `<div id="root"></div>${data(FAQ)}`,
      ['How long?: Two days.', 'By boat?: No.', 'By boat?: By land.'],
    ],
    [
      'gives them in a graph, and again',
      data({ '@graph': [{ '@type': 'Organization', name: 'Acme' }, FAQ] }, FAQ),
      ['How long?: Two days.', 'By boat?: No.', 'By boat?: By land.'],
    ],
    [
      'gives a question that readers answered',
      data({ '@type': 'QAPage', mainEntity: question('Why?', 'So.') }),
      ['Why?: So.'],
    ],
    [
      'gives instructions',
      data({
        '@type': 'HowTo',
        name: 'Wash',
        step: [
          { '@type': 'HowToStep', name: 'Water', text: 'Fetch it.' },
          { '@type': 'HowToSection', name: 'Then', itemListElement: ['Wash &amp; dry.'] },
        ],
      }),
      ['Wash: 1. Water: Fetch it.', 'Wash > Then: 1. Wash & dry.'],
    ],
    [
      'gives an article',
      data({ '@type': ['NewsArticle'], headline: 'Zebras', articleBody: 'They graze.' }),
      ['Zebras: They graze.'],
    ],
    [
      'gives a product',
      data([
        { '@type': 'Product', name: 'Tent', description: 'For two.', offers: { price: 99.5, priceCurrency: 'EUR' } },
      ]),
      ['Tent: For two.', 'Tent: Price: 99.5 EUR'],
    ],
    [
      'has data within a comment',
      `<script type="application/ld+json">\n<!--\n${JSON.stringify(FAQ)}\n-->\n</script>`,
      ['How long?: Two days.', 'By boat?: No.', 'By boat?: By land.'],
    ],
  ])('%s', (_what, body, blocks) => {
    expect(shown(`<body>${body}</body>`)).toEqual(blocks);
    expect(readHtml(`<body>${body}</body>`).blocks).toHaveLength(blocks.length);
  });

  it.each<[string, string, string[]]>([
    ['data beside text', `<p>We answer here.</p>${data(FAQ)}`, [': We answer here.']],
    [
      'data beside text for readers without scripts',
      `<noscript><p>30 days.</p></noscript>${data(FAQ)}`,
      [': 30 days.'],
    ],
    [
      'that scripts are needed',
      '<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div>',
      [],
    ],
    [
      'text for readers without scripts beside other text',
      '<main><p>Zebras.</p></main><noscript><p>Old page.</p></noscript>',
      [': Zebras.'],
    ],
    ['data of other things', data({ '@type': 'Organization', name: 'Acme', description: 'Secret.' }), []],
    ['broken data', '<script type="application/ld+json">{"@type":"FAQPage",</script>', []],
    [
      'questions without answers',
      data({ '@type': 'FAQPage', mainEntity: [{ '@type': 'Question', name: 'Why?' }] }),
      [],
    ],
  ])('does not show %s', (_what, body, blocks) => {
    expect(shown(`<body>${body}</body>`)).toEqual(blocks);
  });

  it('keeps its title', () => {
    expect(readPage(`<head><title>Help - Acme</title></head>${data(FAQ)}`, 'https://a.example/').title).toBe(
      'Help - Acme',
    );
  });

  it('has the parts that React sends later in their places', () => {
    const html =
      '<main><h1>Fees</h1><!--$?--><template id="B:0"></template><p>Wait…</p><!--/$--></main><div hidden id="S:0"><p>Ten.</p></div><script>$RC("B:0","S:0")</script>';
    expect(shown(html)).toEqual(['Fees: Ten.', 'Fees: Wait…']);
    expect(shown('<div hidden id="S:1"><p>Ten.</p></div>')).toEqual([': Ten.']);
  });
});

it.each<[string, (many: number) => string]>([
  [
    'parts',
    (many) =>
      Array.from(
        { length: many },
        (_, n) => `<template id="B:${n.toString(16)}"></template><div hidden id="S:${n.toString(16)}">x</div>`,
      ).join(''),
  ],
  ['texts for readers without scripts', (many) => '<noscript><p>JavaScript x</p></noscript>'.repeat(many)],
  [
    'questions',
    (many) => data({ '@type': 'FAQPage', mainEntity: Array.from({ length: many }, (_, n) => question(`${n}?`, 'x')) }),
  ],
  ['lists in data', (many) => `<script type="application/ld+json">${'['.repeat(many)}${']'.repeat(many)}</script>`],
])('takes time that grows with the number of %s', (_what, shape) => expectLinear((size) => shown(shape(size))));
