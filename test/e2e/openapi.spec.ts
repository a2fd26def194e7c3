import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { openApiText } from '../../scripts/openapi-text';
import type { ApiDocument, PublishedDocument } from '../../src/openapi/document.types';
import { committedDocument } from '../support/committed-document';
import { type Parley, startParley } from '../support/parley';
import { raw } from '../support/raw';

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
      .filter(({ lines }) => lines > 110);
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

describe('x-access', () => {
  const accessOf = (operationId: string) => operations.find((one) => one.operationId === operationId)?.['x-access'];

  it('has what @Operation declares: kind, scopes and role', () => {
    expect(accessOf('registerAccount')).toEqual({ kind: 'public', scopes: [] });
    expect(accessOf('listAgents')).toEqual({
      kind: 'account_or_workspace',
      scopes: ['workspaces:read'],
      keyScopes: ['agents:read'],
    });
    expect(accessOf('updateWorkspace')).toEqual({ kind: 'account', scopes: ['workspaces:write'], role: 'admin' });
    expect(operations.filter((one) => !one['x-access'])).toEqual([]);
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

  it('serves Swagger UI a document of 3.0 with every operation, and errors without bodies', async () => {
    const shown = (await parley.call('GET', '/docs/swagger-ui.json')).body as ApiDocument;
    const ids = Object.values(shown.paths).flatMap((methods) => Object.values(methods).map((one) => one.operationId));
    expect([shown.openapi, ids]).toEqual(['3.0.3', operations.map(({ operationId }) => operationId)]);
    const words = wordsOf(shown.components.schemas);
    expect(['const', '["string","null"]', '"null"'].filter((word) => words.has(word))).toEqual([]);
    const failures = Object.values(shown.paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ responses }) => Object.entries(responses).filter(([status]) => status >= '4'));
    for (const [, failure] of failures) expect(Object.keys(failure)).toEqual(['description']);
    expect(JSON.stringify(shown).length).toBeLessThan(JSON.stringify(committedDocument()).length * 0.7);
    expect(referencesIn(shown).filter((reference) => !exists(shown, reference))).toEqual([]);
  });

  it.each(['/docs/openapi.json', '/docs/swagger-ui.json', '/docs/swagger-ui-bundle.js', '/docs/explorer.js'])(
    '%s is compressed, and not sent twice',
    async (path) => {
      const get = (headers: Record<string, string>) => raw(parley.url, 'GET', path, { headers });
      const plain = await get({});
      for (const encoding of ['br', 'gzip']) {
        const { status, headers } = await get({ 'accept-encoding': encoding });
        expect([status, headers['content-encoding'], headers['etag'], headers['vary']]).toEqual([
          200,
          encoding,
          plain.headers['etag'],
          'Origin, Accept-Encoding',
        ]);
        expect(Number(headers['content-length'])).toBeLessThan(plain.text.length / 2);
        const again = await get({ 'accept-encoding': encoding, 'if-none-match': headers['etag']! });
        expect([again.status, again.text]).toEqual([304, '']);
      }
    },
  );

  it('serves Swagger UI from its own files under a strict policy', async () => {
    const page = await parley.call('GET', '/docs');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    const urls = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url ?? '');
    expect(urls).toHaveLength(5);
    for (const url of urls) {
      expect(url).toMatch(/^\/docs\//);
      expect((await parley.call('GET', url)).status).toBe(200);
    }
  });

  it('says what is not there like everything else does', async () => {
    expect((await parley.call('GET', '/docs/nothing.js')).body).toMatchObject({ code: 'not_found' });
  });
});

/** Keywords, and the types that they have. */
function wordsOf(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null) return found;
  for (const [key, inner] of Object.entries(value)) {
    found.add(key === 'type' ? JSON.stringify(inner) : key);
    if (key !== 'example') wordsOf(inner, found);
  }
  return found;
}

function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : referencesIn(inner),
  );
}

function exists(from: object, reference: string): boolean {
  const path = reference.split('/').slice(1);
  return path.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], from) !== undefined;
}
