import { readPage } from './read-page';
import { expectLinear } from '../../../test/support/growth';

const links = (count: number): string =>
  Array.from({ length: count }, (_, n) => `<li><a href="/p${n}">Menu ${n}</a></li>`).join('');
const body = (html: string): string =>
  readPage(`<!doctype html><body>${html}</body>`, 'https://docs.example/a/b').document.text;

describe('the main content', () => {
  it.each([
    ['<main>', '<div>Furniture</div><main><p>Zebras.</p></main>', 'Zebras.'],
    ['role=main', '<div>Furniture</div><div role="main"><p>Zebras.</p></div>', 'Zebras.'],
    ['the larger <main>', '<main hidden><p>Old</p></main><main><p>Zebras graze.</p></main>', 'Zebras graze.'],
    ['the one <article>', '<div>Furniture</div><article><p>Zebras.</p></article>', 'Zebras.'],
    ['the body with two of them', '<article><p>One.</p></article><article><p>Two.</p></article>', 'One.\n\nTwo.'],
    ['not an empty <main>', '<main></main><p>Zebras.</p>', 'Zebras.'],
    ['without <nav>', '<nav>Furniture</nav><p>Zebras.</p>', 'Zebras.'],
    ['without what says it is navigation', '<div role="navigation">Furniture</div><p>Zebras.</p>', 'Zebras.'],
    ['without the header of the site', '<header>Acme</header><p>Zebras.</p>', 'Zebras.'],
    ['with a header that has the heading', '<header><h1>Zebras</h1></header><p>By boat.</p>', 'Zebras\n\nBy boat.'],
    ['without a menu', `<ul>${links(8)}</ul><p>Zebras.</p>`, 'Zebras.'],
    ['without a side bar', `<div class="Sidebar left"><p><a href="/">Home</a></p></div><p>Zebras.</p>`, 'Zebras.'],
    ['with a side bar that says something', '<div class="sidebar"><p>Zebras graze.</p></div>', 'Zebras graze.'],
    ['with a remark in an aside', '<main><aside><p>Zebras bite.</p></aside></main>', 'Zebras bite.'],
    ['without a notice', '<div id="cookies">We use cookies.</div><p>Zebras.</p>', 'Zebras.'],
    [
      'without its table of contents',
      '<main><ul><li><a href="#a">A</a></li><li><a href="#b">B</a></li></ul><p>Zebras.</p></main>',
      'Zebras.',
    ],
    [
      'with links that it is about',
      `<main><ul><li><a href="/a">Guide A</a></li><li><a href="/b">Guide B</a></li></ul></main>`,
      '- Guide A\n- Guide B',
    ],
    ['without what is hidden', '<p hidden>Furniture</p><p aria-hidden="true">Furniture</p><p>Zebras.</p>', 'Zebras.'],
    ['with panels of tabs', '<main><div role="tabpanel" hidden><p>On Windows.</p></div></main>', 'On Windows.'],
    [
      'without signs beside headings',
      '<main><h2>Zebras<a href="#zebras">#</a></h2><p>By boat.</p></main>',
      'Zebras\n\nBy boat.',
    ],
    [
      'with a form that holds it, beside a long footer',
      `<form><h2>Hours</h2><p>We open at nine.</p><label for="q">Find</label><input id="q"></form><footer role="contentinfo"><p>${'We sell tents. '.repeat(20)}</p></footer>`,
      'Hours\n\nWe open at nine.',
    ],
    [
      'without a form that is filled in',
      '<p>We repair tents.</p><form><p>Your address.</p><input></form>',
      'We repair tents.',
    ],
    [
      'all of a page that is nothing else',
      `<ul>${links(9)}</ul>`,
      links(9)
        .replace(/<a href="[^"]*">/g, '- ')
        .replace(/<[^>]*>/g, '\n')
        .replace(/\n+/g, '\n')
        .trim(),
    ],
  ])('%s', (_what, html, text) => {
    expect(body(html)).toBe(text);
  });
});

it.each([
  ['<head><title>Zebras - Acme</title></head><p>x', 'Zebras - Acme'],
  ['<head><title>Acme</title></head><main><h1>Zebras <em>graze</em></h1></main>', 'Zebras graze'],
  ['<p>x', null],
])('the title of %j', (html, title) => {
  expect(readPage(html, 'https://docs.example/').title).toBe(title);
});

it.each([
  ['<link rel="canonical" href="/zebras#top">', 'https://docs.example/zebras'],
  ['<link rel="Alternate Canonical" href="https://www.docs.example/">', 'https://www.docs.example/'],
  ['<link rel="canonical" href="https://docs.example/a/b">', null],
  ['<link rel="canonical" href="https://elsewhere.example/">', null],
  ['<link rel="canonical" href="javascript:alert(1)">', null],
  ['<link rel="canonical">', null],
  ['</head><body><div><link rel="canonical" href="/zebras"></div>', null],
])('the address of %j', (head, url) => {
  expect(readPage(`<head>${head}</head><p>x`, 'https://docs.example/a/b').canonicalUrl).toBe(url);
});

it.each<[string, (many: number) => string]>([
  ['navigation', (many) => '<nav>x</nav>'.repeat(many)],
  ['one menu', (many) => `<ul>${links(many)}</ul>`],
  ['main content', (many) => '<main>x</main>'.repeat(many)],
  ['menus in menus', (many) => '<ul><li>'.repeat(240) + links(many)],
])('takes time that grows with the length of %s', (_what, shape) => expectLinear((size) => body(shape(size))));
