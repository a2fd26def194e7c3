import { questionsIn } from './test-questions';

describe('questions of a test', () => {
  test('one on each line, with what is expected', () => {
    expect(questionsIn('How do I pay?\r\n\n  Who is the king? => refused \nA person, please => handed_off')).toEqual([
      { id: '1', question: 'How do I pay?' },
      { id: '2', question: 'Who is the king?', expect: 'refused' },
      { id: '3', question: 'A person, please', expect: 'handed_off' },
    ]);
  });

  test('an arrow before another word belongs to the question', () => {
    expect(questionsIn('What does a => b mean?')).toEqual([{ id: '1', question: 'What does a => b mean?' }]);
  });

  test('JSON as the API takes it, without unknown fields', () => {
    const list = [{ id: 'pay', question: 'How?', kind: 'billing', sources: ['Prices'], note: 1 }, 'Who?'];
    const expected = [
      { id: 'pay', question: 'How?', kind: 'billing', sources: ['Prices'] },
      { id: '2', question: 'Who?' },
    ];
    expect(questionsIn(JSON.stringify(list))).toEqual(expected);
    expect(questionsIn(JSON.stringify({ questions: list }))).toEqual(expected);
  });

  test('refuses broken JSON and another object', () => {
    expect(() => questionsIn('[{"id":')).toThrow(SyntaxError);
    expect(() => questionsIn('{"a": 1}')).toThrow(SyntaxError);
  });

  test('none in an empty text', () => {
    expect(questionsIn(' \n ')).toEqual([]);
  });
});
