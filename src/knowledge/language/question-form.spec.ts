import { fits, questionForm } from './question-form';

it.each([
  ['Can I change it later?', 'decision'],
  ['Hi, does it work offline?', 'decision'],
  ['Kann ich das ändern?', 'decision'],
  ['Where is the log?', 'place'],
  ['How do I reset it?', 'steps'],
  ['Which formats are supported?', 'list'],
  ['import file formats', 'list'],
  ['What is a tag?', 'other'],
])('%s asks for a %s', (question, form) => {
  expect(questionForm(question)).toBe(form);
});

it('what decides, enumerates or says where counts more where that is asked for', () => {
  expect(fits('decision', 'No, that is not possible.')).toBeGreaterThan(fits('decision', 'It is blue.'));
  expect(fits('list', 'You can use red, green, blue, and white.')).toBeGreaterThan(fits('list', 'Use red.'));
  expect(fits('place', 'It is in `/etc/app`.')).toBeGreaterThan(fits('place', 'It is there.'));
  expect(fits('other', 'No, never.')).toBe(1);
});
