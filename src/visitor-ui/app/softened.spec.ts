import { softened } from './softened';

it.each([
  ['**Bold** and `code`', 'Bold and code'],
  ['Half of **a wo', 'Half of a wo'],
  ['# Title\n- one\n* two', 'Title\n• one\n• two'],
  ['See [the page](https://x.example/a) and [more](https://x.ex', 'See the page and more'],
  ['2 * 3 = 6', '2 * 3 = 6'],
  ['```js\nlet a\n```', '\nlet a\n'],
])('%j reads %j while it is written', (text, shown) => {
  expect(softened(text)).toBe(shown);
});
