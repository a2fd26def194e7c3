import { answerType, holds } from './answer-type';

describe('answerType', () => {
  it.each([
    ['When was it built?', 'time'],
    ['In which year did it open?', 'time'],
    ['How many seats are there?', 'number'],
    ['Wie viel kostet das?', 'number'],
    ['Who founded the company?', 'name'],
    ['¿Dónde está la oficina?', 'name'],
    ['How do I reset my password?', 'steps'],
    ['Comment puis-je annuler ?', 'steps'],
    ['What is a webhook?', 'any'],
  ])('%s asks for %s', (question, type) => expect(answerType(question)).toBe(type));

  it('finds the kind of thing in a sentence', () => {
    expect(holds('time', 'It opened in 1987.', new Set())).toBe(true);
    expect(holds('time', 'It opened early.', new Set())).toBe(false);
    expect(holds('number', 'There are seven.', new Set())).toBe(true);
    expect(holds('name', 'It was led by Rollo.', new Set())).toBe(true);
    expect(holds('name', 'The leader was Rollo.', new Set(['rollo']))).toBe(false);
  });
});
