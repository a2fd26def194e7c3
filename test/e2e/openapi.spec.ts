import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { openApiText } from '../../scripts/openapi-text';
import type { PublishedDocument } from '../../src/openapi/document.types';
import { type Parley, startParley } from '../support/parley';

const committed = readFileSync('openapi.json', 'utf8');
const document = JSON.parse(committed) as PublishedDocument;
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

describe('openapi.json', () => {
  it('is what the code says, however often it is written in one process; if not: npm run openapi', async () => {
    // Booleans, because a diff of thousands of lines is useless.
    expect([(await openApiText()) === committed, (await openApiText()) === committed]).toEqual([true, true]);
  });

  it('has a success and every property described by type in each schema', () => {
    for (const { operationId, responses } of operations) {
      const successes = Object.keys(responses).filter((status) => status.startsWith('2'));
      expect([operationId, successes.length]).toEqual([operationId, 1]);
    }
  });

  it('adds few lines with an operation, because what operations have in common stands in it once', () => {
    const parameters = operations.flatMap((operation) => operation.parameters);
    const inQuery = (one: (typeof parameters)[number]): boolean => !('$ref' in one) && one.in !== 'path';
    expect(parameters.filter((one) => !('$ref' in one) && !inQuery(one))).toEqual([]);
    const failures = operations.flatMap(({ responses }) =>
      Object.entries(responses).filter(([status]) => status >= '4'),
    );
    expect(failures.filter(([, response]) => !('$ref' in response))).toEqual([]);
    const long = operations
      .map(({ requestBody: _own, ...one }) => ({ ...one, parameters: one.parameters.filter((each) => !inQuery(each)) }))
      .map((one) => ({ operation: one.operationId, lines: JSON.stringify(one, null, 2).split('\n').length }))
      .filter(({ lines }) => lines > 90);
    expect(long).toEqual([]);
  });

  it('names the codes of each error where an operation refers to it', () => {
    const { responses } = document.components;
    expect(Object.keys(responses)).toContain('Conflict.version_conflict.live_requests_remain');
    for (const [name, { description }] of Object.entries(responses)) {
      for (const code of name
        .split('.')
        .slice(1)
        .filter((word) => word !== 'only')) {
        expect(description).toContain(`\`${code}\``);
      }
    }
  });
});

describe('/docs', () => {
  let parley: Parley;
  beforeAll(async () => {
    parley = await startParley();
  });
  afterAll(() => parley.stop());

  it('serves the committed document', async () => {
    expect(isDeepStrictEqual((await parley.call('GET', '/docs/openapi.json')).body, document)).toBe(true);
  });

  it('serves Swagger UI from its own files under a strict policy', async () => {
    const page = await parley.call('GET', '/docs');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    const urls = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url ?? '');
    expect(urls).toHaveLength(4);
    for (const url of urls) {
      expect(url).toMatch(/^\/docs\//);
      expect((await parley.call('GET', url)).status).toBe(200);
    }
  });

  it('says what is not there like everything else does', async () => {
    expect((await parley.call('GET', '/docs/nothing.js')).body).toMatchObject({ code: 'not_found' });
  });
});
