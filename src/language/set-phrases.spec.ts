import { setPhrases } from './set-phrases';
import { words } from './words';

const found = (question: string) => {
  const inQuestion = words(question);
  return [...setPhrases(question, inQuestion)].map((place) => inQuestion[place]!.text).join(' ');
};

describe('set phrases', () => {
  it.each([
    ['when did it take place', 'take place'],
    ['what is taken care of in general', 'taken care in general'],
    ['what do i need in order to start', 'in order to'],
    ['wie geht das zum beispiel', 'zum beispiel'],
    ['quand est-ce que cela a lieu', 'a lieu'],
    ['cuándo tiene lugar', 'tiene lugar'],
  ])('finds those of %s', (question, phrases) => expect(found(question)).toBe(phrases));

  it.each([
    'which place takes most',
    'is the general in',
    'do packets arrive in order',
    'in order',
    'what can i take? place of pickup',
    'is it written in Common Lisp',
    'who works in General Motors',
    '',
  ])('leaves words what they are: %s', (question) => expect(found(question)).toBe(''));
});
