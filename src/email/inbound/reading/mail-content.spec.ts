import { textOf } from './mail-content';

const HTML = '<p>Order 77 has not arrived. Please check.</p>';
const LONG = `<p>Hi Ann</p>${'<p>The parcel came with a broken box, and the lamp inside does not work any more.</p>'.repeat(8)}`;
const shown = (plain: string, html: string): string => textOf([{ plain, html }]);

it.each([
  'Your email client does not support HTML. View this message in a browser.',
  'This message is in HTML. Please enable HTML.',
  'Diese Nachricht im Browser ansehen: https://x.example/view?id=1',
  'Voir ce message dans votre navigateur',
  'Ver este mensaje en su navegador https://x.example',
  'This is a multi-part message in MIME format.',
  'https://x.example/only-a-link',
])('HTML is read where the plain text is a stub: %s', (plain) => {
  expect(shown(plain, HTML)).toBe('Order 77 has not arrived. Please check.');
});

it.each([
  ['says the same and much more', 'Hi Ann'],
  ['is far longer', 'Newsletter'],
])('HTML is read where it %s', (_how, plain) => {
  expect(shown(plain, LONG)).toContain('The parcel came with a broken box');
});

it.each([
  ['Order 77 has not arrived. Please check.', HTML],
  [
    'My browser shows no HTML, and the order page is empty since Monday. Can you tell me why?',
    '<p>My browser shows no HTML, and the order page is empty since Monday. Can you tell me why?</p>',
  ],
  ['Thanks, that works!', '<p>Thanks, that works!</p><p>Ada Lovelace<br>Example Ltd.<br>1 Main Street</p>'],
  ['Yes.', '<p style="display:none">no</p>'],
  ['Hi Ann', `${'<div>'.repeat(20_000)}broken`],
])('plain text is read where it is what its sender wrote: %s', (plain, html) => {
  expect(shown(plain, html)).toBe(plain);
});
