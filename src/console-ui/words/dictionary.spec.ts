import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import de from './de.json';
import messages from './de.messages.json';
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

  test('a message of the API is in the language of the reader, with its values', async () => {
    const { message } = await wordsFor(['de']);
    expect(message('The current password is incorrect.')).toBe('Das aktuelle Passwort ist falsch.');
    expect(message('Too many calls. Try again in 12 seconds.')).toBe(
      'Zu viele Versuche. Versuchen Sie es in 12 Sekunden noch einmal.',
    );
    expect(message('constructor')).toBe('constructor');
    expect(message('A message that the language lacks.')).toBe('A message that the language lacks.');
    expect((await wordsFor(['en'])).message('The current password is incorrect.')).toBe(
      'The current password is incorrect.',
    );
  });

  test('messages that are translated are messages of the service, and keep their values', () => {
    const sources = [...filesBelow('src', '.ts'), ...filesBelow('node_modules/class-validator/cjs/decorator', '.js')];
    const code = sources
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n')
      .replace(/\$\{[^}]*\}|\$constraint\d/g, '{}');
    const valuesOf = (message: string): number => message.split('{}').length;
    const entries = Object.entries(messages);
    expect(entries.filter(([english]) => !code.includes(english))).toEqual([]);
    expect(entries.filter(([english, german]) => valuesOf(english) !== valuesOf(german))).toEqual([]);
  });
});

function filesBelow(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending) && !file.endsWith('.spec.ts'))
    .map((file) => join(folder, file));
}
