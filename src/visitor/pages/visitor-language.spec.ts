import { visitorLanguage, wishedLocale } from './visitor-language';

const NINE = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'ar', 'ja'];

it.each([
  [undefined, undefined, 'en'],
  [undefined, 'de-CH,de;q=0.9,en;q=0.8', 'de-CH'],
  [undefined, 'sv, fr;q=0.5, it;q=0.7', 'it'],
  [undefined, '*, xx;q=0.1', 'en'],
  [undefined, 'fr;q=0, es;q=0.1', 'es'],
  ['ja', 'de', 'ja'],
  ['sv', 'de', 'de'],
  ['AR-eg', undefined, 'ar-EG'],
  ['no tag at all', undefined, 'en'],
])('asked for %j by a browser that says %j: %s', (asked, header, locale) => {
  expect(wishedLocale(asked, header, NINE)).toBe(locale);
});

it.each([
  ['ar-EG', { locale: 'ar-EG', dictionary: 'ar', dir: 'rtl' }],
  ['de', { locale: 'de', dictionary: 'de', dir: 'ltr' }],
  ['he', { locale: 'he', dictionary: 'en', dir: 'rtl' }],
])('%s', (tag, language) => {
  expect(visitorLanguage(tag, NINE)).toEqual(language);
});
