import { KnownLexemes } from './known-lexemes';

it('looks up each word once in each language', async () => {
  const queries: [string[], string[]][] = [];
  const known = new KnownLexemes({
    lexemes: (words, languages) => {
      queries.push([[...words], [...languages]]);
      return Promise.resolve(
        new Map(
          [...languages].map((language) => [
            language,
            new Map([...words].map((word) => [word, `${language}:${word}`])),
          ]),
        ),
      );
    },
  });
  await known.of(['red', 'kite', 'red'], ['english']);
  await known.of(['kite', 'red'], ['english']);
  const found = await known.of(['kite', 'blue'], ['english', 'german']);
  expect(queries).toEqual([
    [['red', 'kite'], ['english']],
    [
      ['kite', 'blue'],
      ['english', 'german'],
    ],
  ]);
  expect([found.get('english')?.get('red'), found.get('german')?.get('blue')]).toEqual(['english:red', 'german:blue']);
});
