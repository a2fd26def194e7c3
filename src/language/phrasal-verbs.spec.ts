import { phrasalVerbs } from './phrasal-verbs';

const compounds = (question: string) => phrasalVerbs(question.split(' ')).map(({ compound }) => compound);

describe('phrasalVerbs', () => {
  it.each([
    ['how do i back up the database', 'backup'],
    ['back the whole database up', 'backup'],
    ['he logged in', 'login'],
    ['logging out', 'logout'],
    ['when the server shuts down', 'shutdown'],
    ['signing up', 'signup'],
  ])('%s: %s', (question, compound) => expect(compounds(question)).toContain(compound));

  it('names the word of the question', () => {
    expect(phrasalVerbs(['backing', 'up'])).toContainEqual({ verb: 'backing', compound: 'backup' });
  });

  it.each(['back the very old broken database up', 'up the hill', 'port 80 in use', 'no particle'])(
    'makes nothing of what is far away, behind it or no word: %s',
    (question) =>
      expect(compounds(question)).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^(?:backup|80in|hillup|upup)$/)]),
      ),
  );
});
