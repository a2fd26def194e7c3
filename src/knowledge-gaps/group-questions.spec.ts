import { groupQuestions, oneTypoApart } from './group-questions';

const group = (...questions: string[]) =>
  groupQuestions(questions.map((question) => ({ terms: new Set(question.split(' ').filter(Boolean)) })));

describe('groupQuestions', () => {
  it('puts together what shares most of its words', async () => {
    expect(await group('ship iceland', 'invoice vat', 'iceland ship possibl', 'vat invoice')).toEqual([
      [0, 2],
      [1, 3],
    ]);
  });

  it('does not take a common word for a common question', async () => {
    expect(await group('refund order', 'cancel order', 'track order', 'chang order')).toHaveLength(4);
  });

  it('knows a short question in a long one, unless it is a single word', async () => {
    expect(await group('ship iceland', 'hello live reykjavik wonder parcel would ship iceland soon')).toEqual([[0, 1]]);
    expect(await group('iceland', 'hello live reykjavik wonder parcel would ship iceland soon')).toHaveLength(2);
  });

  it('knows misspelt words, by how most write them', async () => {
    expect(await group('reset pasword', 'reset password', 'password reset', 'reset passwrod')).toEqual([[0, 1, 2, 3]]);
  });

  it('takes short words and figures as they are', async () => {
    expect(await group('send shp', 'send ship', 'send model12345', 'send model12346')).toHaveLength(4);
  });

  it('compares with the first of a group, so that no chain of small steps joins all', async () => {
    expect(await group('a b c d', 'b c d e', 'c d e f', 'd e f g')).toEqual([
      [0, 1],
      [2, 3],
    ]);
  });

  it('leaves questions where they are when others follow', async () => {
    const all = ['ship iceland', 'ship norway', 'norway ship cost', 'iceland ship cost'];
    const before = await group(...all.slice(0, 3));
    expect((await group(...all)).map((members) => members.filter((index) => index < 3))).toEqual(before);
  });

  it('groups nothing, and questions without words alone', async () => {
    expect(await group()).toEqual([]);
    expect(await group('', '')).toEqual([[0], [1]]);
  });
});

describe('oneTypoApart', () => {
  it.each([
    ['pasword', 'password', true],
    ['passwordd', 'password', true],
    ['passwrod', 'password', true],
    ['passvord', 'password', true],
    ['password', 'password', true],
    ['qassword', 'password', false],
    ['pazzword', 'password', false],
    ['order', 'older', false],
    ['abcdefgh', 'abcdef', false],
  ])('%s, %s: %s', (left, right, apart) => {
    expect(oneTypoApart(left, right)).toBe(apart);
    expect(oneTypoApart(right, left)).toBe(apart);
  });
});
