import { askedWords } from './query-terms';

const counts = (question: string) => new Map(askedWords(question).map(({ word, counts }) => [word, counts]));

describe('askedWords', () => {
  it('counts names and figures more, the first word not for its capital', () => {
    const asked = counts('Does Oslo have 3 offices?');
    expect([asked.get('does'), asked.get('oslo'), asked.get('3'), asked.get('offices')]).toEqual([1, 1.2, 1.2, 1]);
  });

  it('counts the words of a set phrase as fillers, and where they stand alone as what they are', () => {
    expect(counts('When does the sale take place?').get('place')).toBe(0.4);
    expect(counts('Wie geht das zum Beispiel?').get('beispiel')).toBe(0.4);
    expect(counts('When is the place free?').get('place')).toBe(1);
    expect(counts('Does it take place in this place?').get('place')).toBe(1);
  });

  it.each([
    ['Which city has an office?', 'city'],
    ['In what country is the office?', 'country'],
    ['In welchen städten gibt es Büros?', 'städten'],
    ['En qué ciudad está la oficina?', 'ciudad'],
  ])('counts the kind of thing asked for less: %s', (question, kind) => expect(counts(question).get(kind)).toBe(0.5));
});
