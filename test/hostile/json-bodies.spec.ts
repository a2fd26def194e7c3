import { ImportDesk, NDJSON } from '../support/import-fixtures';
import { type Parley, startParley } from '../support/parley';

const MEGABYTE = 1_000_000;
const filled = (piece: string, bytes = MEGABYTE) => piece.repeat(Math.floor(bytes / piece.length));
const listed = (count: number, item: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => item(n)).join(',');

/** A megabyte each: what JSON.parse, canonical JSON or class-validator would make of them takes a tenth of a second and more. */
const BODIES: readonly [string, string][] = [
  ['lists in lists', `{"pairs":${filled('[', MEGABYTE / 2)}${filled(']', MEGABYTE / 2)}}`],
  ['objects in objects', `${filled('{"a":', MEGABYTE * 0.8)}1${filled('}', 160_000)}`],
  ['half a million items', `{"pairs":[${filled('1,')}1]}`],
  ['a hundred thousand fields', `{${listed(90_000, (n) => `"a${n}":1`)}}`],
  [
    'objects of many fields in a list',
    `{"type":"qna","name":"x","pairs":[${listed(900, () => `{${listed(120, (n) => `"${n}":1`)}}`)}]}`,
  ],
];

let parley: Parley;
let desk: ImportDesk;
let agents: string;

beforeAll(async () => {
  parley = await startParley();
  desk = await ImportDesk.open(parley);
  agents = `/workspaces/${desk.workspace.id}/agents`;
});
afterAll(() => parley.stop());

const send = (json: string, headers = {}) =>
  fetch(`${parley.url}/api/v1${agents}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: json,
  });

describe('a body of more values than any request has', () => {
  it.each(BODIES)('%s: 400 too_many, before parsing and authentication', async (_made, json) => {
    const parse = jest.spyOn(JSON, 'parse');
    const reply = await send(json);
    expect(parse.mock.calls.filter(([text]) => text.length > 100_000)).toEqual([]);
    parse.mockRestore();
    expect([reply.status, await reply.json()]).toMatchObject([
      400,
      { code: 'validation_failed', details: [{ path: '', code: 'too_many' }] },
    ]);
  });

  it('a long name of a field is not repeated', async () => {
    const json = `{${listed(400, (n) => `"${'~/'.repeat(1_200)}${n}":{"constructor":1}`)}}`;
    const reply = await send(json, { authorization: `Bearer ${desk.owner.secret}` });
    const text = await reply.text();
    expect([reply.status, JSON.parse(text).details]).toMatchObject([400, [{ path: '', code: 'too_long' }]]);
    expect(text.length).toBeLessThan(1_000);
  });
});

describe('a row of more values than any contact has', () => {
  const refusalsOf = async (file: string, mediaType: string) => {
    const { id } = await desk.imported(file, mediaType);
    return (await parley.call('GET', `${desk.path}/import/${id}/refusals`, { token: desk.owner.secret })).body.refusals;
  };

  it.each(BODIES)('%s: refused, and the rows after it are taken', async (_made, json) => {
    const parse = jest.spyOn(JSON, 'parse');
    const [refusal, ...others] = await refusalsOf(`${json.slice(0, 400_000)}\n{"email":"ann@example.com"}\n`, NDJSON);
    expect(parse.mock.calls.filter(([text]) => text.length > 100_000)).toEqual([]);
    parse.mockRestore();
    expect([refusal, others]).toMatchObject([
      { row: 1, code: 'validation_failed', message: 'has more than 20000 values' },
      [],
    ]);
  });

  it('a row that is longer than any contact is refused unread', async () => {
    const attributes = `{${listed(60_000, (n) => `""a${n}"":1`)}}`;
    const rows = [`"${attributes}"`, `"${filled('""', 600_000)}"`, filled('a', 600_000)];
    const found = await refusalsOf(`attributes\n${rows.join('\n')}\n`, 'text/csv');
    expect(found.map(({ row, message }: { row: number; message: string }) => [row, message])).toEqual(
      [2, 3, 4].map((row) => [row, 'is too long for a contact']),
    );
  });
});
