import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Words = Record<string, string | Record<string, string>>;

const read = (name: string): Words => JSON.parse(readFileSync(join(__dirname, name), 'utf8')) as Words;
const files = readdirSync(__dirname).filter((name) => name.endsWith('.json'));
const english = read('en.json');

const placeholders = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([found]) => found).sort();

it('there are nine languages', () => {
  expect(files).toEqual(['ar', 'de', 'en', 'es', 'fr', 'it', 'ja', 'nl', 'pt'].map((language) => `${language}.json`));
});

describe.each(files)('%s', (file) => {
  const words = read(file);

  it('has exactly the texts of English', () => {
    expect(Object.keys(words)).toEqual(Object.keys(english));
  });

  it('has the placeholders of the English texts', () => {
    const wrong = Object.entries(words).filter(([key, text]) => {
      const original = english[key];
      return typeof text === 'string' && placeholders(text).join() !== placeholders(String(original)).join();
    });
    expect(wrong).toEqual([]);
  });

  it('has every plural form of its language', () => {
    const categories = new Intl.PluralRules(file.slice(0, 2)).resolvedOptions().pluralCategories.slice().sort();
    const counted = Object.entries(words).flatMap(([key, forms]) =>
      typeof forms === 'string' ? [] : [{ key, has: Object.keys(forms).sort() }],
    );
    expect(counted).toEqual(['wait', 'unread', 'voiceEnds'].map((key) => ({ key, has: categories })));
  });

  it('is a translation', () => {
    const same = Object.keys(words).filter((key) => typeof words[key] === 'string' && words[key] === english[key]);
    // Words that are the same in both languages, and the name of the product.
    const shared = ['message', 'menu', 'conversation', 'website', 'name', 'poweredBy', 'source'];
    expect(file === 'en.json' ? [] : same.filter((key) => !shared.includes(key))).toEqual([]);
  });
});
