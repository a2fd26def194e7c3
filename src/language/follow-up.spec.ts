import { followUpContext } from './follow-up';

describe('followUpContext', () => {
  const earlier = ['Hello', 'Do you have a family plan?'];

  it.each([
    'And how much does it cost?',
    'and on Windows?',
    'how much is that?',
    'How do I change it?',
    'What about students?',
    'Und was kostet das?',
    '¿Y cuánto cuesta?',
  ])('takes what was asked before into %s', (question) =>
    expect(followUpContext(question, earlier)).toBe('Do you have a family plan?'),
  );

  it.each(['How do I reset my password?', 'How much does it cost to ship to Norway?', 'Where is the office?'])(
    'leaves %s alone',
    (question) => expect(followUpContext(question, earlier)).toBe(''),
  );

  it('has nothing to add at the beginning of a conversation', () => {
    expect(followUpContext('And then?', [])).toBe('');
  });
});
