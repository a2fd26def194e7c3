import { olderSchema } from './older-schema';

describe('olderSchema', () => {
  it.each([
    [{ type: ['string', 'null'] }, { type: 'string', nullable: true }],
    [{ type: ['string', 'integer'] }, { anyOf: [{ type: 'string' }, { type: 'integer' }] }],
    [{ type: ['string', 'integer', 'null'] }, { anyOf: [{ type: 'string' }, { type: 'integer' }], nullable: true }],
    [
      { anyOf: [{ $ref: '#/components/schemas/Agent' }, { type: 'null' }], description: 'The agent.' },
      { allOf: [{ $ref: '#/components/schemas/Agent' }], nullable: true, description: 'The agent.' },
    ],
    [
      { oneOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] },
      { oneOf: [{ type: 'string' }, { type: 'integer' }], nullable: true },
    ],
    [{ const: 'a' }, { enum: ['a'] }],
    [
      { type: 'string', examples: ['a', 'b'] },
      { type: 'string', example: 'a' },
    ],
    [
      { type: 'string', examples: [null] },
      { type: 'string', example: null },
    ],
    [
      { type: 'number', exclusiveMinimum: 0, maximum: 1 },
      { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 1 },
    ],
    [{ $ref: '#/components/schemas/Agent' }, { $ref: '#/components/schemas/Agent' }],
    [
      { $ref: '#/components/schemas/Agent', description: 'The agent.' },
      { allOf: [{ $ref: '#/components/schemas/Agent' }], description: 'The agent.' },
    ],
    [
      { type: 'object', properties: { names: { type: ['array', 'null'], items: { const: 1 } } } },
      { type: 'object', properties: { names: { type: 'array', nullable: true, items: { enum: [1] } } } },
    ],
  ])('%j', (schema, older) => {
    expect(olderSchema(schema)).toEqual(older);
  });
});
