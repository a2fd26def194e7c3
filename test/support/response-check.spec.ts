import type { ApiDocument } from '../../src/openapi/document.types';
import type { Reply } from './call';
import { ResponseCheck } from './response-check';

const owner = { type: 'object', required: ['id'], properties: { id: { type: 'string', format: 'uuid' } } };
const thing = {
  type: 'object',
  required: ['owner'],
  properties: { owner: { $ref: '#/components/schemas/Owner' } },
  additionalProperties: false,
};
const content = { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } };
const check = new ResponseCheck({
  paths: {
    '/things/{thingId}': { get: { operationId: 'getThing', responses: { 200: { description: '', content } } } },
  },
  components: { schemas: { Thing: thing, Owner: owner } },
} as unknown as ApiDocument);

function answers(body: unknown, status = 200): () => void {
  const text = JSON.stringify(body);
  const reply: Reply = { status, headers: new Headers({ 'content-type': 'application/json' }), body, text };
  return () => {
    check.check('GET', '/api/v1/things/1?query=1', reply);
  };
}

describe('ResponseCheck', () => {
  it('takes what the document has', () => {
    expect(answers({ owner: { id: '01940f6e-7c1a-7b39-a1a0-1d6a5c1d8f00' } })).not.toThrow();
  });

  it.each([
    ['without a required field', {}],
    ['with a field that no schema has', { owner: { id: '01940f6e-7c1a-7b39-a1a0-1d6a5c1d8f00' }, other: 1 }],
    ['with a value of a named schema that is wrong', { owner: { id: 'ann' } }],
  ])('refuses a body %s', (_what, body) => {
    expect(answers(body)).toThrow('getThing answered 200');
  });

  it('refuses a status that the operation does not have', () => {
    expect(answers({}, 418)).toThrow('which openapi.json does not name for it');
  });
});
