import Ajv from 'ajv';
import { leanOutput } from './lean-schema';

describe('leanOutput', () => {
  it('takes what the whole schema takes, also where alternatives become alike', () => {
    const whole = {
      type: 'array',
      items: { oneOf: [{ type: 'string' }, { type: 'object', properties: { href: { type: 'string' } } }] },
    };
    const values = ['A text', { href: 'https://example.com' }];
    const isTaken = (schema: object): boolean => new Ajv({ strict: false }).validate(schema, values);
    expect([isTaken(whole), isTaken(leanOutput(whole))]).toEqual([true, true]);
  });

  it('keeps the types that are not text', () => {
    expect(
      leanOutput({ type: 'object', properties: { count: { type: 'integer', minimum: 0 }, name: { type: 'string' } } }),
    ).toEqual({
      type: 'object',
      properties: { count: { type: 'integer' }, name: {} },
    });
  });
});
