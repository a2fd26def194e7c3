import { ImportDesk, NDJSON } from '../support/import-fixtures';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let desk: ImportDesk;

beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());
beforeEach(async () => {
  desk = await ImportDesk.open(parley);
});

describe('importContacts', () => {
  it('reads CSV with a byte order mark, quotes, line breaks and commas in cells, CRLF and empty lines', async () => {
    const header = 'externalId,name,notes,agentIds,attributes.plan,attributes.seats,attributes.trial,blocked,id';
    const rows = [
      'c-1,"Lee, ""Ann""","one\r\ntwo\nthree",,gold,12,true,TRUE,whatever',
      '',
      'c-2,Bob,,,007,1e3,no,false,',
      'c-3,Zoë 🎈',
    ];
    const record = await desk.imported(`\ufeff${header}\r\n${rows.join('\r\n')}`);
    expect(record).toMatchObject({ status: 'completed', rowsTotal: 3, rowsRead: 3, created: 3, refused: 0 });
    const [ann, bob, zoe] = await desk.contacts();
    expect(ann).toMatchObject({ name: 'Lee, "Ann"', notes: 'one\r\ntwo\nthree', blocked: true, agentIds: [] });
    expect(ann?.attributes).toEqual({ plan: 'gold', seats: 12, trial: true });
    expect(bob?.attributes).toEqual({ plan: '007', seats: '1e3', trial: 'no' });
    expect(zoe).toMatchObject({ externalId: 'c-3', name: 'Zoë 🎈', notes: null, attributes: {} });
  });

  it('keeps every character, in new contacts and in changed ones', async () => {
    const awkward = ['NULL', 'null', '{}', '{a,"b"}', '\\', '\\"', '"\\\\"', 'a,b', "'; --", '\t\n', '🎈\u001f', '\\N'];
    const oneLine = (text: string): string => text.replace(/\p{Cc}/gu, '');
    const fields = (text: string): object => ({
      name: `<${oneLine(text)}>`,
      company: `<${oneLine(text)}>`,
      notes: text,
      attributes: { [`a ${text}`]: text, number: -0.5, yes: true },
    });
    const rows = awkward.map((text, n) => ({ externalId: `c-${n}-${text}`, ...fields(text) }));
    expect(await desk.importedLines(rows)).toMatchObject({ created: rows.length, refused: 0 });
    expect(await desk.contacts()).toMatchObject(rows);
    const others = rows.map(({ externalId }, n) => ({ externalId, ...fields(awkward.at(n - 1)!) }));
    expect(await desk.importedLines(others)).toMatchObject({ updated: rows.length, refused: 0 });
    expect(await desk.contacts()).toMatchObject(others);
  });

  it('holds rows to the rules of createContact, in its words', async () => {
    const bodies: object[] = [
      { name: 'x'.repeat(256) },
      { email: 'nope' },
      { phone: '0171 1' },
      { name: 'A', locale: 'no locale' },
      { name: 'A', timezone: 'Mars/Olympus' },
      { name: 'A', agentIds: ['not-an-id'] },
      { name: 'A', agentIds: ['01995a3e-4c1f-7d5e-9a51-0a2b3c4d5e6f'] },
      { name: 'A', attributes: { nested: {} } },
      { name: 'A', attributes: { ['n'.repeat(101)]: 1 } },
      { name: 'A', blocked: 'yes' },
      { name: 'A', surname: 'B' },
      { name: 'A\u0000' },
      { name: '\ud800' },
      { company: 'Nobody Ltd' },
      { name: 'A', constructor: 1 },
      {},
    ];
    const replies = await Promise.all(bodies.map((body) => desk.create(body)));
    const record = await desk.imported(bodies.map((body) => `${JSON.stringify(body)}\n`).join(''), NDJSON);
    expect(record).toMatchObject({ status: 'completed', refused: bodies.length, created: 0 });
    const report = (await desk.refusals(record.id)).refusals;
    expect(report).toEqual(
      replies.map(({ body }, index) => {
        const [{ path, message }] = body.details;
        return { row: index + 1, valueOnly: false, code: body.code, path, message };
      }),
    );
  });

  it('refuses rows for their form, each for itself', async () => {
    const record = await desk.imported(
      'name,email\nA,a@example.com\n"B"b,\nC,c@example.com,x\nD,\n"E,"e\nF,f@example.com',
    );
    expect(record).toMatchObject({ status: 'completed', created: 3, refused: 3 });
    expect((await desk.refusals(record.id)).refusals.map(({ row }: { row: number }) => row)).toEqual([3, 4, 6]);
    const lines = await desk.imported('{"name":"G"}\n{"name":\n[1]\nnull\n\n{"name":"H"}', NDJSON);
    expect(lines).toMatchObject({ created: 2, refused: 3, rowsTotal: 5 });
    expect((await desk.refusals(lines.id)).refusals).toMatchObject([
      { row: 2, code: 'malformed_json', path: '' },
      { row: 3, code: 'validation_failed', path: '' },
      { row: 4, code: 'validation_failed', path: '' },
    ]);
  });

  it('reads rows in another encoding, and says nothing of what is in refused values', async () => {
    const file = Buffer.from('name,email\nAnn,secret-person\nB\xff,b@example.com\nC,c@example.com\n', 'latin1');
    const response = await fetch(`${parley.url}/api/v1/workspaces/${desk.workspace.id}/contacts/import`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv', authorization: `Bearer ${desk.owner.secret}` },
      body: file,
    });
    const { id } = (await response.json()) as { id: string };
    await parley.drain();
    expect(await desk.read(id)).toMatchObject({ created: 3, refused: 0, refusedValues: 1 });
    expect((await desk.contacts()).map(({ name, email }) => [name, email])).toEqual([
      ['Ann', null],
      ['Bÿ', 'b@example.com'],
      ['C', 'c@example.com'],
    ]);
    const report = await desk.refusals(id);
    expect(report.refusals.map(({ row, message }: { row: number; message: string }) => [row, message])).toEqual([
      [2, 'must be an email address'],
    ]);
    const stored = await parley.database.query('SELECT to_jsonb(r)::text AS t FROM contact_import_refusals r');
    expect(JSON.stringify(stored)).not.toContain('secret-person');

    const lines = await desk.imported('{"name":"Ann","ann@example.com":1}\n{"name":"Ann","surname":1}\n', NDJSON);
    expect((await desk.refusals(lines.id)).refusals.map(({ path }: { path: string }) => path)).toEqual([
      '',
      '/surname',
    ]);
  });

  it('goes on past megabytes of empty lines', async () => {
    const record = await desk.imported(`name\nA\n${'\n'.repeat(2_200_000)}B\n`);
    expect(record).toMatchObject({ status: 'completed', rowsTotal: 2, rowsRead: 2, created: 2 });
  });

  it('refuses a row whose attributes are more than those of a contact, however many columns add to them', async () => {
    const names = Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`n${n}`, 1]));
    const columns = Array.from({ length: 50 }, (_, n) => `attributes.c${n}`);
    const cell = `"${JSON.stringify(names).replaceAll('"', '""')}"`;
    const record = await desk.imported(`name,attributes,${columns.join()}\nA,${cell},${columns.join()}\n`);
    expect(record).toMatchObject({ status: 'completed', refused: 1 });
  });

  it('indexes names of ever new characters, some at a time', async () => {
    const name = (n: number): string =>
      Array.from({ length: 250 }, (_, at) => String.fromCodePoint(0x4e00 + ((n * 7919 + at * 104_729) % 20_000))).join(
        '',
      );
    const rows = Array.from({ length: 700 }, (_, n) => `${name(n)},${name(n + 9_000)}`);
    await desk.imported(`name,company\n${rows.join('\n')}`);
    expect((await desk.list({ search: name(650).slice(10, 12) })).body.total).toBeGreaterThan(0);
  });

  it('takes files of no rows', async () => {
    expect(await desk.imported('name\r\n')).toMatchObject({
      status: 'completed',
      rowsTotal: 0,
      rowsRead: 0,
      progress: 1,
    });
    expect(await desk.imported('name')).toMatchObject({ status: 'completed', rowsTotal: 0 });
    expect(await desk.imported('\n\n', NDJSON)).toMatchObject({ status: 'completed', rowsTotal: 0 });
  });

  it('changes the contact with the externalId: what is supplied, and what is null in NDJSON', async () => {
    await desk.create({ externalId: 'c-1', name: 'Ann', company: 'Old Ltd', attributes: { plan: 'gold', seats: 1 } });
    const csv = await desk.imported(
      'externalId,company,name,attributes.plan\nc-1,New Ltd,,silver\nc-1,New Ltd,,silver\n',
    );
    expect(csv).toMatchObject({ created: 0, updated: 1, unchanged: 1 });
    expect(await desk.contacts()).toMatchObject([
      { name: 'Ann', company: 'New Ltd', attributes: { plan: 'silver', seats: 1 } },
    ]);
    await desk.imported('{"externalId":"c-1","company":null,"attributes":{"seats":null}}\n', NDJSON);
    expect(await desk.contacts()).toMatchObject([{ name: 'Ann', company: null, attributes: { plan: 'silver' } }]);
  });

  it('changes the oldest contact with the email, but none with another externalId', async () => {
    for (const name of ['first', 'second']) await desk.create({ name, email: 'both@example.com' });
    await desk.create({ externalId: 'c-9', name: 'third', email: 'both@example.com' });
    const rows = [
      { email: 'both@example.com', company: 'A' },
      { externalId: 'c-1', email: 'both@example.com', company: 'B' },
      { externalId: 'c-2', email: 'both@example.com', company: 'C' },
      { externalId: 'c-3', email: 'both@example.com', company: 'D' },
      { externalId: 'c-9', company: 'E' },
      { email: 'both@example.com', company: 'F' },
      { email: 'new@example.com', company: 'G' },
      { email: 'new@example.com', name: 'fourth' },
    ];
    const record = await desk.importedLines(rows);
    expect(record).toMatchObject({ created: 2, updated: 6, refused: 0 });
    expect((await desk.contacts()).map(({ name, externalId, company }) => [name, externalId, company])).toEqual([
      ['first', 'c-1', 'F'],
      ['second', 'c-2', 'C'],
      ['third', 'c-9', 'E'],
      [null, 'c-3', 'D'],
      ['fourth', null, 'G'],
    ]);
  });

  it('follows an email that moves between rows as if each row came alone', async () => {
    await desk.create({ externalId: 'a', email: 'one@example.com' });
    await desk.create({ name: 'b', email: 'one@example.com' });
    const rows = [
      { externalId: 'a', email: 'two@example.com' },
      { email: 'one@example.com', company: 'is b' },
      { email: 'two@example.com', company: 'is a' },
      { externalId: null, email: 'two@example.com' },
      { externalId: 'a', name: 'another a' },
    ];
    await desk.importedLines(rows);
    expect((await desk.contacts()).map(({ externalId, name, company }) => [externalId, name, company])).toEqual([
      [null, null, 'is a'],
      [null, 'b', 'is b'],
      ['a', 'another a', null],
    ]);
  });

  it('is found by search and counted by the list at once', async () => {
    await desk.imported(`externalId,name\n${Array.from({ length: 3_000 }, (_, n) => `c-${n},Ann ${n}`).join('\n')}`);
    const path = desk.path;
    expect((await parley.call('GET', path, { token: desk.owner.secret })).body.total).toBe(3_000);
    const found = await parley.call('GET', path, { token: desk.owner.secret, query: { search: 'ann 2999' } });
    expect(found.body).toMatchObject({ total: 1, contacts: [{ externalId: 'c-2999' }] });
  });
});
