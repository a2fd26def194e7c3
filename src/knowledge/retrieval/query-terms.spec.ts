import { askedWords } from './query-terms';

const counts = (question: string) => new Map(askedWords(question).map(({ word, counts }) => [word, counts]));

describe('askedWords', () => {
  it('counts names and figures more, the first word not for its capital', () => {
    const asked = counts('Does Oslo have 3 offices?');
    expect([asked.get('does'), asked.get('oslo'), asked.get('3'), asked.get('offices')]).toEqual([1, 1.2, 1.2, 1]);
  });

  it.each([
    ['Which city has an office?', 'city'],
    ['In what country is the office?', 'country'],
    ['In welchen städten gibt es Büros?', 'städten'],
    ['En qué ciudad está la oficina?', 'ciudad'],
  ])('counts the kind of thing asked for less: %s', (question, kind) => expect(counts(question).get(kind)).toBe(0.5));
});
