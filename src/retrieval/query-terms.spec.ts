import { askedWords, otherwiseCalled, queryTerms } from './query-terms';

const counts = (question: string) => new Map(askedWords(question).map(({ word, counts }) => [word, counts]));

describe('askedWords', () => {
  it('counts names and figures more, the first word not for its capital', () => {
    const counted = counts('Does Oslo have 3 offices?');
    expect([counted.get('does'), counted.get('oslo'), counted.get('3'), counted.get('offices')]).toEqual([
      1, 1.2, 1.2, 1,
    ]);
  });

  it('counts the words of a set phrase as fillers, and where they stand alone as what they are', () => {
    expect(counts('When does the sale take place?').get('place')).toBe(0.4);
    expect(counts('Wie geht das zum Beispiel?').get('beispiel')).toBe(0.4);
    expect(counts('When is the place free?').get('place')).toBe(1);
    expect(counts('Does it take place in this place?').get('place')).toBe(1);
    expect(counts('Is it written in Common Lisp?').get('common')).toBe(1.2);
    expect(counts('What can I take? Place of pickup?').get('place')).toBe(1.2);
  });

  it('lets other words of a verb with its particle stand for what they stood for before', () => {
    const means = new Map(
      askedWords('How do I quit or shut the service down?').map((counted) => [counted.word, counted.means]),
    );
    expect(means.get('stop')).toBe('quit');
    expect(means.get('shutdown')).toBe('shut');
  });

  it('lets the word that a hyphen makes stand for its parts, as surely as they do', () => {
    const asked = askedWords('Which add-ons?');
    const whole = asked.filter(({ word }) => word === 'addons');
    expect(whole.map(({ means }) => means)).toEqual(['add', 'ons']);
    const found = asked.map(({ word }, index) => {
      const known = word === 'addons';
      return { position: index + 1, word, lexeme: word, similarity: 1, weight: 2, proof: 2, known };
    });
    const terms = queryTerms(found, asked).filter(({ word }) => word !== 'which');
    expect(terms.map(({ word }) => word)).toEqual(['add', 'ons']);
    for (const { lexemes, wholes } of terms) {
      expect([lexemes.get('addons'), wholes]).toEqual([1, new Set(['addons'])]);
    }
  });

  it('takes a word for what it is a slip of the pen for, but not for one of two, nor for what is only like it', () => {
    const form = (word: string, lexeme: string, similarity: number, known: boolean) => {
      return { position: 1, word, lexeme, similarity, weight: known ? 3 : 6, proof: known ? 3 : 6, known };
    };
    const unknown = (word: string) => form(word, word, 1, false);
    const like = (word: string, lexeme: string) => form(word, lexeme, 0.8, true);
    const surely = (word: string, ...lexemes: string[]) => {
      const [term] = queryTerms([unknown(word), ...lexemes.map((lexeme) => like(word, lexeme))]);
      return [term!.proof, Math.max(...term!.lexemes.values())];
    };
    expect(surely('latset', 'latest')).toEqual([3, 1]);
    expect(surely('latset', 'latest', 'lattice')).toEqual([3, 1]);
    expect(surely('planz', 'plans', 'plane')).toEqual([6, 0.8]);
    expect(surely('latset', 'lateral')).toEqual([6, 0.8]);
  });

  it.each([
    ['Which city has an office?', 'city'],
    ['In what country is the office?', 'country'],
    ['In welchen städten gibt es Büros?', 'städten'],
    ['En qué ciudad está la oficina?', 'ciudad'],
  ])('counts the kind of thing asked for less: %s', (question, kind) => expect(counts(question).get(kind)).toBe(0.5));
});

describe('what shops and the like call it', () => {
  it('stands for words of the question, and for less where it stands for those of the one before', () => {
    expect(otherwiseCalled('Is there a lift?', '')).toContainEqual({ word: 'elevator', means: 'lift', counts: 0.7 });
    const [earlier] = otherwiseCalled('And how much is it?', 'Is there a lift?').filter(
      ({ word }) => word === 'elevator',
    );
    expect(earlier?.counts).toBeCloseTo(0.49);
  });

  it('is no word of either question, no phrase across both, and at most 32 words', () => {
    expect(otherwiseCalled('A lift?', 'An elevator?').map(({ word }) => word)).not.toContain('elevator');
    expect(otherwiseCalled('tyre', 'it was flat').filter(({ means }) => means === 'flat')).toEqual([]);
    const all = otherwiseCalled('pay me back my money back parcel lift refund invoice bus cash '.repeat(50), '');
    expect(all).toHaveLength(32);
    expect(new Set(all.map(({ word, means }) => `${word} ${means}`)).size).toBe(32);
  });
});
