import de from './de.json';
import en from './en.json';
import { Words, wordsFor } from './dictionary';

const placesOf = (word: string | Record<string, string>): string[] => [
  ...new Set([...JSON.stringify(word).matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)),
];

describe('words of the console', () => {
  test('German has every text of English, with the same values', () => {
    expect(Object.keys(de)).toEqual(Object.keys(en));
    for (const [key, word] of Object.entries(en)) {
      expect([key, placesOf(de[key as keyof typeof de]).sort()]).toEqual([key, placesOf(word).sort()]);
    }
  });

  test('keys are in the order of the alphabet', () => {
    expect(Object.keys(en)).toEqual(Object.keys(en).sort());
  });

  test('the first language that the browser prefers and the console has is taken', async () => {
    expect((await wordsFor(['fr-FR', 'de-AT', 'en'])).text('common.cancel')).toBe('Abbrechen');
    expect((await wordsFor(['en-GB', 'de'])).text('common.cancel')).toBe('Cancel');
    expect((await wordsFor([])).locale).toBe('en');
  });

  test('a value that holds braces is not expanded again', () => {
    expect(new Words('en', en).text('app.requestId', { id: '{seconds}' })).toBe('Request {seconds}');
  });

  test('a text that a language lacks is English', () => {
    expect(new Words('de', {}, en).text('common.save')).toBe('Save');
  });
});
