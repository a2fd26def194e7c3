import { fits, provides, questionForm } from './question-form';

it.each([
  ['Can I change it later?', 'decision'],
  ['Hi, does it work offline?', 'decision'],
  ['Kann ich das ändern?', 'decision'],
  ['Where is the log?', 'place'],
  ['How do I reset it?', 'steps'],
  ['Which formats are supported?', 'list'],
  ['import file formats', 'list'],
  ['How many seats are there?', 'value'],
  ['What is a tag?', 'other'],
])('%s asks for a %s', (question, form) => {
  expect(questionForm(question)).toBe(form);
});

it('what decides, enumerates or says where counts more where that is asked for', () => {
  expect(fits('decision', 'No, that is not possible.')).toBeGreaterThan(fits('decision', 'It is blue.'));
  expect(fits('list', 'You can use red, green, blue, and white.')).toBeGreaterThan(fits('list', 'Use red.'));
  expect(fits('place', 'It is in `/etc/app`.')).toBeGreaterThan(fits('place', 'It is there.'));
  expect(fits('value', 'There are 40 seats.')).toBeGreaterThan(fits('value', 'There are seats.'));
  expect(fits('other', 'No, never.')).toBe(1);
});

it('a passage provides what answers of that form are made of', () => {
  expect(provides('decision', 'Refunds are not possible.', [])).toBe(true);
  expect(provides('decision', 'Refunds are fun.', [])).toBe(false);
  expect(provides('place', 'Open **Settings**.', [])).toBe(true);
  expect(provides('steps', 'Run it.', [{ kind: 'paragraph' }, { kind: 'code' }])).toBe(true);
  expect(provides('steps', 'Run it.', [{ kind: 'item', number: 1 }])).toBe(true);
  expect(provides('steps', 'It runs.', [{ kind: 'item' }])).toBe(false);
  expect(provides('other', 'Refunds are not possible.', [{ kind: 'code' }])).toBe(false);
});
