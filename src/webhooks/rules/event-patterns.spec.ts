import { matchesEvent, typesOf } from './event-patterns';

it.each([
  [['*'], 'message.created', true],
  [['message.*'], 'message.created', true],
  [['message.*'], 'messages.created', false],
  [['message.*'], 'message', false],
  [['message.created'], 'message.created', true],
  [['message.created'], 'message.updated', false],
  [['label.removed', 'sla.*'], 'sla.breached', true],
])('%j and %s: %s', (patterns, type, expected) => {
  expect(matchesEvent(patterns, type)).toBe(expected);
});

it('lists the types that patterns name', () => {
  expect(typesOf(['b.*', 'a.one'], ['a.one', 'a.two', 'b.one'])).toEqual(['a.one', 'b.one']);
});
