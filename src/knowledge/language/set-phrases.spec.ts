import { setPhrases } from './set-phrases';

const found = (question: string) => {
  const asked = question.split(' ');
  return [...setPhrases(asked)].map((place) => asked[place]).join(' ');
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

  it.each(['which place takes most', 'is the general in', 'do packets arrive in order', 'in order', ''])(
    'leaves words what they are: %s',
    (question) => expect(found(question)).toBe(''),
  );
});
