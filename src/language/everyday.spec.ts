import everyday from './lists/everyday.json';
import { everydayWords } from './everyday';
import { words } from './words';

const othersFor = (question: string): Record<string, string[]> => {
  const found: Record<string, string[]> = {};
  for (const { word, means } of everydayWords(words(question).map(({ text }) => text)))
    found[means] = [...(found[means] ?? []), word];
  return found;
};

describe('what shops and the like call it', () => {
  it.each([
    ['Is there a lift?', 'lift', 'elevator'],
    ['My parcel is late', 'parcel', 'package'],
    ["It doesn't fit", 'fit', 'exchange'],
    ['I have a flat tyre', 'tyre', 'puncture'],
    ['I have a flat tyre', 'flat', 'puncture'],
    ['Bekomme ich mein Geld zurück?', 'geld', 'erstattung'],
  ])('%s: %s is also %s', (question, means, other) => {
    expect(othersFor(question)[means]).toContain(other);
  });

  it('is nothing for the words of a phrase in another order, and no word of the question itself', () => {
    expect(othersFor('The tyre is flat').flat).toBeUndefined();
    expect(othersFor('a lift or an elevator').lift).not.toContain('elevator');
  });

  it.each(Object.keys(everyday.words) as (keyof typeof everyday.words)[])(
    'in %s: lines of single words in lower case, and phrases of several',
    (language) => {
      const lines = everyday.words[language];
      const phrases = everyday.phrases[language];
      expect(lines.length).toBeGreaterThan(100);
      expect(phrases.length).toBeGreaterThan(50);
      for (const line of [...lines, ...phrases.map(({ means }) => means)])
        expect([...new Set(words(line).map(({ text }) => text))]).toEqual(line.split(' '));
      for (const line of lines) expect(line).toMatch(/ /);
      for (const { says } of phrases) expect(says).toMatch(/ /);
      expect(new Set(lines).size).toBe(lines.length);
      expect(new Set(phrases.map(({ says }) => says)).size).toBe(phrases.length);
    },
  );
});
