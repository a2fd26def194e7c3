import { htmlText } from './html-text';
import { expectLinear } from '../../../../test/support/growth';

/** In the samples, visible text is `yes` and hidden text is `no`. */
const seen = (html: string): string[] => htmlText(html).match(/\b(?:yes|no)\d*\b/g) ?? [];
const styled = (css: string, body: string): string =>
  `<html><head><style>${css}</style></head><body>${body}</body></html>`;

describe('htmlText leaves out', () => {
  it.each([
    'display:none',
    'DISPLAY : NONE',
    'display:none ! important',
    'display:/* */none',
    'd\\69splay:none',
    'display:none;display:block;display:none',
    'visibility:hidden',
    'opacity:0.0',
    'opacity:0%',
    'mso-hide:all',
    'max-height:0;overflow:hidden',
    'max-width:0px;overflow-x:hidden',
    'height:0;overflow:hidden',
    'font-size:0',
    'font-size:0.0em',
    'font-size:1px',
    'font-size:calc(0px)',
    'font:0/0 a',
    'font:bold 0px/1 Arial',
    'font-size:12px;font:0/0 a',
    'color:transparent',
    'color:rgba(1, 2, 3, 0)',
    'color:rgb(1 2 3 / 0%)',
    'color:#fff0',
    'color:#12345600',
  ])('what is hidden by %s, in the element or by a rule', (style) => {
    expect(seen(`<p style="${style}">no</p><p>yes</p>`)).toEqual(['yes']);
    for (const selector of ['.x', '#y', 'i', 'i.x', '.x.z#y', 'b , .x', '*.x']) {
      const html = styled(`${selector}{${style}}`, '<i class="z x" id="y">no</i><p>yes</p>');
      expect([selector, seen(html)]).toEqual([selector, ['yes']]);
    }
  });

  it.each([
    ['in a container of no size', '<div style="font-size:0">no1<b>no2</b><p style="font-size:1em">no3</p></div>'],
    ['that has no height', '<div style="max-height:0;overflow:hidden"><p style="font-size:20px">no</p></div>'],
    ['that a rule for all screens hides', styled('@media screen{.x{display:none}}', '<p class="x">no</p>')],
    ['that an important rule hides', styled('.x{display:none!important}', '<p class="x" style="display:block">no</p>')],
    ['that a weightier rule hides', styled('#y{display:none} p.x{display:block}', '<p class="x" id="y">no</p>')],
    ['that a style sheet below it hides', '<p class="x">no</p><style media="all">.x{display:none}</style>'],
    [
      'before the text that programs preview',
      '<div style="display:none;font-size:1px;color:#fff;line-height:1px;max-height:0px;max-width:0px;opacity:0;overflow:hidden;mso-hide:all">no</div>',
    ],
    ['an image says that is hidden', '<div style="font-size:0"><img alt="no"></div>'],
  ])('text %s', (_what, html) => {
    expect(seen(`${html}<p>yes</p>`)).toEqual(['yes']);
  });
});

describe('htmlText keeps', () => {
  it.each([
    [
      'what sets its own size, as MJML writes it',
      '<td style="font-size:0px;padding:0"><div style="font-size:13px;line-height:1">yes</div></td>',
    ],
    [
      'what sets its own size by a rule',
      styled('.o{font-size:0} .i{font:italic 400 12px/1.5 Arial}', '<p class="o"><b class="i">yes</b></p>'),
    ],
    ['what is visible in what is not', '<div style="visibility:hidden"><p style="visibility:visible">yes</p></div>'],
    ['what has its own colour', '<div style="color:transparent"><p style="color:#333">yes</p></div>'],
    ['what is only cut off', '<div style="max-height:0">yes</div>'],
    ['what is small, or faint', '<p style="font-size:0.9em">yes</p><p style="opacity:0.05">yes</p>'],
    ['a weight that is no size', '<p style="font:100 12px Arial">yes</p>'],
    [
      'what a rule for small screens hides',
      styled('@media only screen and (max-width:480px){.x{display:none}}', '<p class="x">yes</p>'),
    ],
    ['what is hidden on paper', '<style media="print">p{display:none}</style><p>yes</p>'],
    [
      'what another element would hide',
      styled(
        '.a .x{display:none} .b>p{display:none} p:hover{display:none}',
        '<div class="b"><p class="x">yes</p></div>',
      ),
    ],
    [
      'what a later or weightier rule shows',
      styled('p{display:none} p.x{display:block} .y{opacity:0} .y{opacity:1}', '<p class="x y">yes</p>'),
    ],
  ])('%s', (_what, html) => {
    expect(seen(html)).not.toContain('no');
    expect(seen(html)).toContain('yes');
  });
});

describe('htmlText takes linear time', () => {
  it.each<[string, (many: number) => string]>([
    ['rules that all fit', (many) => styled('p{opacity:1}'.repeat(many / 2), '<p>a'.repeat(many))],
    ['rules of one class', (many) => styled('.a.b{opacity:1}'.repeat(many / 2), '<p class="a">a'.repeat(many))],
    ['one element of many classes', (many) => styled('.a{opacity:1}', `<p class="${'a b '.repeat(many)}">a`)],
    ['declarations', (many) => `<p style="${'opacity:1;'.repeat(many)}">a`],
    ['declarations without a value', (many) => `<p style="${'opacity;'.repeat(many)}">a`],
    ['errors', (many) => styled(`a{opacity:1;${'b;'.repeat(many)}`, 'a')],
    [
      'errors of many elements',
      (many) => Array.from({ length: many }, (_, n) => `<p style="opacity;{${n}}">a`).join(''),
    ],
    ['open brackets', (many) => `<p style="opacity:${'('.repeat(many)}">a`],
    ['open comments', (many) => `<p style="opacity:${'/*'.repeat(many)}">a`],
    ['open rules', (many) => styled('opacity{'.repeat(many), 'a')],
    ['open media queries', (many) => styled('@media all{opacity{'.repeat(many), 'a')],
    ['open selectors', (many) => styled(`${':is('.repeat(many)}{opacity:0}`, 'a')],
    ['selectors', (many) => styled(`${'.a,'.repeat(many)}p{opacity:0}`, 'a')],
    ['numbers', (many) => `<p style="font-size:calc(${'0'.repeat(many)})">a`],
  ])('of many %s', (_what, html) => {
    expectLinear((size) => {
      try {
        htmlText(html(size));
      } catch (error) {
        expect((error as Error).message).toMatch(/^its style/);
      }
    });
  });

  it('for elements that match many rules', () => {
    const html = (elements: number): string =>
      styled(
        '.a.b{opacity:1}'.repeat(10_000),
        Array.from({ length: elements }, (_, n) => `<p class="a c${n}">a`).join(''),
      );
    expect(() => htmlText(html(100))).not.toThrow();
    expect(() => htmlText(html(1_000))).toThrow('its style sheets have too many rules for its elements');
  });
});

describe('htmlText keeps what a person wrote', () => {
  it.each([
    ['lists', '<ul><li>one</li><li>two</li></ul>', '- one\n- two'],
    ['numbers', '<ol><li>one</li><li>two</li></ol>', '1. one\n2. two'],
    ['numbers that begin later', '<ol start="3"><li>three</li><li>four</li></ol>', '3. three\n4. four'],
    [
      'lists in lists',
      '<ol><li>one<ul><li>a</li><li>b</li></ul></li><li>two</li></ol>',
      '1. one\n  - a\n  - b\n2. two',
    ],
    ['paragraphs in lists', '<ul>\n<li><p>one</p></li>\n<li><div>two</div></li>\n</ul>', '- one\n- two'],
    ['links', '<p>See <a href="https://x.example/77">order 77</a>.</p>', 'See order 77 <https://x.example/77>.'],
    [
      'links whose text is a part of them',
      '<a href="https://x.example/order/77">order</a>',
      'order <https://x.example/order/77>',
    ],
    [
      'signs that Outlook writes as letters of a font',
      `<p>Jo <span style='font-size:11pt;font-family:Wingdings;mso-char-type:symbol'>J <b>à</b><i style="font-family:'Arial'">J</i></span> <font face="Wingdings">&#61514;</font></p>`,
      'Jo ☺ →J ☺',
    ],
    ['letters of Wingdings as a last choice', '<p style="font-family:Arial,Wingdings">J</p>', 'J'],
    ['addresses once', '<a href="mailto:ann@x.example">ann@x.example</a>', 'ann@x.example'],
    ['links once', '<a href="https://www.x.example/">x.example</a>', 'x.example'],
    ['line breaks', '<div>one<br>two</div><div><br></div><div>three</div>', 'one\ntwo\n\nthree'],
    ['line breaks that a style shows', '<div style="color: red; white-space: pre-wrap">one\ntwo</div>', 'one\ntwo'],
    ['spaces that a style does not show', '<pre><span style="white-space:normal">one\n  two</span></pre>', 'one two'],
  ])('%s', (_what, html, text) => {
    expect(htmlText(html)).toBe(text);
  });
});
