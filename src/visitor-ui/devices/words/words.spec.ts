import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (name: string) => JSON.parse(readFileSync(join(__dirname, name), 'utf8')) as Record<string, string>;
const files = readdirSync(__dirname).filter((name) => name.endsWith('.json'));
const english = read('en.json');

it('has the languages of the chat', () => {
  const chat = readdirSync(join(__dirname, '../../words')).filter((name) => name.endsWith('.json'));
  expect(files).toEqual(chat);
});

it.each(files)('%s has exactly the texts of English, translated', (file) => {
  const words = read(file);
  expect(Object.keys(words)).toEqual(Object.keys(english));
  const same = Object.keys(words).filter((key) => words[key] === english[key] || words[key] === '');
  expect(file === 'en.json' ? [] : same).toEqual([]);
});
