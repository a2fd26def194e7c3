import { fillIn } from './fill-in';

describe('variables of a saved reply without a value', () => {
  test.each([
    ['Hello {{contact.name}}.', 'Hello .', { 'contact.name': 'Ann' }, 'Hello Ann.'],
    [
      'Hello {{ contact.firstName | there }}, order {{conversation.subject}} of {{contact.name}} ({{contact.name}})',
      'Hello there, order 12 of  ()',
      { 'contact.name': 'Ann $& Lee' },
      'Hello there, order 12 of Ann $& Lee (Ann $& Lee)',
    ],
    ['Write \\{{x}} to {{contact.email}}', 'Write {{x}} to ', { 'contact.email': 'a@b.c' }, 'Write {{x}} to a@b.c'],
    ['It costs 5 ($) {{contact.name}}', 'Another text ', { 'contact.name': 'Ann' }, null],
  ])('%s', (template, rendered, values, filled) => {
    expect(fillIn(template, rendered, values)).toBe(filled);
  });
});
