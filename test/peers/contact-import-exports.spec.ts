import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import type { ContactImportRefusalPageDto } from '../../src/contacts/import/upload/contact-import.dto';
import { ImportDesk } from '../support/import-fixtures';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let desk: ImportDesk;

beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());
beforeEach(async () => void (desk = await ImportDesk.open(parley)));

const exported = (name: string): Buffer => readFileSync(join(__dirname, '../fixtures/contact-exports', `${name}.csv`));

describe('importContacts: files of other products', () => {
  it.each([
    [
      'hubspot',
      { name: 'Gina Gray', email: 'gina@customer.test', phone: '+12025550143', externalId: '51', company: 'Acme' },
      { 'Lead Status': 'New' },
    ],
    [
      'intercom',
      { name: 'Hal Hall', email: 'hal@customer.test', phone: '+442079460018', externalId: 'u-88', company: 'Acme' },
      { Tags: 'vip,beta' },
    ],
    [
      'chatwoot',
      { name: 'Ida Im', email: 'ida@customer.test', phone: '+442079460018', externalId: 'id-7', company: 'Acme' },
      {},
    ],
    [
      'zendesk',
      { name: 'Joe Jet', email: 'joe@customer.test', phone: '+14155550132', externalId: 'zd-9', company: 'Acme' },
      { Role: 'end-user', Tags: 'vip' },
    ],
    [
      'mailchimp',
      { name: 'Kay King', email: 'kay@customer.test', phone: '+14155550133', externalId: null },
      { MEMBER_RATING: 2, OPTIN_TIME: '2024-02-02 01:01:01', TAGS: '"vip","x"' },
    ],
    [
      'google',
      { name: 'Liz Low', email: 'liz@customer.test', phone: '+442079460019', externalId: null },
      { 'E-mail 1 - Label': '* Work' },
    ],
    ['name-email-phone', { name: 'Mia', email: 'mia@customer.test', phone: '+442079460019' }, {}],
    ['semicolons', { name: 'Cid', email: 'cid@customer.test', externalId: 'n3' }, {}],
  ])('takes the export of %s as it is', async (name, fields, attributes) => {
    const record = await desk.importedBytes(exported(name));
    expect(record).toMatchObject({ status: 'completed', created: 1, refused: 0, refusedValues: 0 });
    const [contact] = await desk.contacts();
    expect(contact).toMatchObject(fields);
    expect(contact?.attributes).toMatchObject(attributes);
    expect((await desk.importedBytes(exported(name))).created).toBe(0);
  });

  it('joins the parts of a name where a row has no whole name, and passes fields that the service sets', async () => {
    const file =
      'id,Name,Given Name,Additional Name,Family Name,Email\n9,,Ann,B.,Lee,a@example.com\n9,Bo Li,B,,L,b@example.com\n';
    const { columns } = await desk.importedBytes(Buffer.from(file));
    expect((await desk.contacts()).map(({ name }) => name)).toEqual(['Ann B. Lee', 'Bo Li']);
    expect(ImportDesk.fieldsOf(columns)).toMatchObject({ id: null, 'Family Name': 'lastName', Email: 'email' });
  });

  it('takes a nickname for the name only where there is no other', async () => {
    const file = 'Nickname,First Name,Last Name,Email\nNan,Ann,Lee,a@example.com\n';
    const { columns } = await desk.importedBytes(Buffer.from(file));
    expect(ImportDesk.fieldsOf(columns)).toMatchObject({ Nickname: 'attributes.Nickname', 'First Name': 'firstName' });
    await desk.importedBytes(Buffer.from('nickname,email\nBo,b@example.com\n'));
    expect((await desk.contacts()).map(({ name }) => name).sort()).toEqual(['Ann Lee', 'Bo']);
  });

  it.each([
    ['+44 20 7946 0018 ext. 12', '+442079460018'],
    ['+442079460018x12', '+442079460018'],
    ['+442079460018 (home)', '+442079460018'],
    ['"=""+442079460018"""', '+442079460018'],
    ['+44 20 7946 0018\u202c', '+442079460018'],
  ])('reads the phone number %s', async (written, phone) => {
    const file = `sep=,,\nName, "Email",Phone\nAnn,"\u200ba@example.com b@example.com",${written}\n`;
    await desk.importedBytes(Buffer.from(file));
    expect(await desk.contacts()).toMatchObject([{ name: 'Ann', email: 'a@example.com', phone }]);
  });

  it.each([
    ['semicolons and commas in cells', 'Name;E-Mail;Notes\nJörg;j@example.com;a, b\n'],
    ['tabs', 'Name\tE-Mail\tNotes\nJörg\tj@example.com\ta, b\n'],
    ['pipes', 'name|EMAIL|notes\nJörg|j@example.com|a, b\n'],
    ['a line that names the separator', 'sep=;\r\nName;E-Mail;Notes\r\nJörg;j@example.com;a, b\r\n'],
    ['spaces, other case and empty columns at the end', '  NAME , e-mail ,Notes,,\nJörg,j@example.com,"a, b",,,\n'],
    ['carriage returns alone', 'Name,Email,Notes\rJörg,j@example.com,"a, b"\r'],
  ])('reads %s, in every encoding', async (_what, file) => {
    const bom = '\ufeff';
    const files = [
      Buffer.from(file),
      Buffer.from(bom + file),
      iconv.encode(file, 'utf-16le', { addBOM: true }),
      iconv.encode(file, 'utf-16be', { addBOM: true }),
      iconv.encode(file, 'utf-16le', { addBOM: false }),
      iconv.encode(file, 'utf-16be', { addBOM: false }),
      iconv.encode(file, 'windows-1252'),
    ];
    for (const [at, bytes] of files.entries()) {
      const record = await desk.importedBytes(bytes);
      expect([at, record]).toMatchObject([at, { refused: 0, rowsTotal: 1, [at === 0 ? 'created' : 'unchanged']: 1 }]);
    }
    expect(await desk.contacts()).toMatchObject([
      { name: 'Jörg', email: 'j@example.com', notes: 'a, b', attributes: {} },
    ]);
  });

  it('counts the line that names the separator among the rows', async () => {
    const record = await desk.importedBytes(Buffer.from('sep=|\nname|email\n|nope\n'));
    expect((await desk.refusals(record.id)).refusals).toMatchObject([
      { row: 3, valueOnly: false, path: '' },
      { row: 3, valueOnly: true, path: '/email' },
    ]);
  });

  it('reads Russian and Japanese in older encodings, and such rows after much UTF-8', async () => {
    const names = ['Анна Иванова', 'Борис Петров', 'Екатерина Смирнова', 'Дмитрий Кузнецов'];
    const russian = `имя,email,notes\n${names.map((name, n) => `${name},r${n}@example.com,Постоянный клиент из Москвы`).join('\n')}\n`;
    await desk.importedBytes(iconv.encode(russian, 'windows-1251'), { имя: 'name' });
    expect((await desk.contacts()).map(({ name }) => name)).toEqual(names);

    await desk.importedBytes(iconv.encode('名前,メール,電話番号\n山田太郎,y@example.com,\n', 'shift_jis'), {
      名前: 'name',
      メール: 'email',
    });
    const late = Buffer.concat([
      Buffer.from(`name,email\nZoë,z@example.com\n${'a,x@example.com\n'.repeat(5_000)}`),
      Buffer.from('René,e@example.com\n', 'latin1'),
    ]);
    await desk.importedBytes(late);
    expect((await desk.contacts()).map(({ name }) => name)).toEqual([...names, '山田太郎', 'Zoë', 'a', 'René']);
  });

  it('refuses no file for its columns, and names what is left out', async () => {
    const many = Array.from({ length: 120 }, (_, n) => `Property ${n}`);
    const file = `Email,Email,,constructor,${'x'.repeat(150)},${many.join()}\na@example.com,b@example.com,1,2,3,${many.join()}\n`;
    const { columns, created } = await desk.importedBytes(Buffer.from(file));
    expect([created, columns.length]).toEqual([1, 125]);
    expect(columns.slice(0, 6)).toMatchObject([
      { name: 'Email', field: 'email' },
      { name: 'Email', field: 'attributes.Email' },
      { name: '', field: null },
      { name: 'constructor', field: null },
      { name: 'x'.repeat(111), field: null },
      { name: 'Property 0', field: 'attributes.Property 0' },
    ]);
    expect(columns.filter(({ field }: { field: string | null }) => field?.startsWith('attributes.'))).toHaveLength(100);
    expect(await desk.contacts()).toMatchObject([{ email: 'a@example.com', attributes: { Email: 'b@example.com' } }]);
  });

  it('refuses a value for itself, and a row that identifies no person', async () => {
    const long = 'x'.repeat(1_001);
    const file = [
      'name,email,phone,timezone,locale,attributes.a b/c,externalId',
      `Ann,nope,+1,Mars/Olympus,no locale,${long},c-1`,
      `${long},nope,12,,,,`,
      'Bo\u0000,b@example.com,,Europe/Paris,de,1,',
    ];
    const record = await desk.importedBytes(Buffer.from(`${file.join('\n')}\n`));
    expect(record).toMatchObject({ created: 2, refused: 1, refusedValues: 9, rowsRead: 3 });
    expect(await desk.contacts()).toMatchObject([
      { name: 'Ann', email: null, phone: null, timezone: null, locale: null, attributes: {}, externalId: 'c-1' },
      { name: null, email: 'b@example.com', timezone: 'Europe/Paris', attributes: { 'a b/c': 1 } },
    ]);
    const pages: [number, boolean, string][] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: ContactImportRefusalPageDto = await desk.refusals(record.id, {
        limit: 2,
        ...(cursor === '' ? {} : { cursor }),
      });
      pages.push(...page.refusals.map(({ row, valueOnly, path }): [number, boolean, string] => [row, valueOnly, path]));
      cursor = page.nextCursor;
    }
    expect(pages.sort()).toEqual(
      [
        ...['/attributes/a b~1c', '/email', '/locale', '/phone', '/timezone'].map((path) => [2, true, path]),
        [3, false, ''],
        ...['/email', '/name', '/phone'].map((path) => [3, true, path]),
        [4, true, '/name'],
      ].sort(),
    );
  });

  it.each(['not-an-id', ''])('refuses a row that does not say who sees it, or whether it is blocked', async (agent) => {
    const file = `name,agentIds,blocked\nA,not-an-id,\nB,,perhaps\nC,,No\nD,,${agent === '' ? '1' : 'yes'}\n`;
    expect(await desk.importedBytes(Buffer.from(file))).toMatchObject({ created: 2, refused: 2, refusedValues: 0 });
    expect((await desk.contacts()).map(({ name, blocked }) => [name, blocked])).toEqual([
      ['C', false],
      ['D', true],
    ]);
  });

  it('reads phone numbers of the default country, and others with their country code', async () => {
    const file =
      'name,phone\nA,020 7946 0018\nB,+1 202-555-0143\nC,00 49 30 1234567\nD,12\nE,(020) 7946-0019 ::: 020 7946 0020\n';
    const without = await desk.importedBytes(Buffer.from(file));
    expect(without).toMatchObject({ created: 5, refusedValues: 3 });
    expect((await desk.setCountry('GB')).body).toMatchObject({ defaultCountry: 'GB' });
    expect(await desk.importedBytes(Buffer.from(file))).toMatchObject({ created: 5, refusedValues: 1 });
    expect((await desk.contacts()).slice(5).map(({ phone }) => phone)).toEqual([
      '+442079460018',
      '+12025550143',
      '+49301234567',
      null,
      '+442079460019',
    ]);
    expect((await desk.setCountry('XX')).status).toBe(400);
    expect((await desk.setCountry(null)).body).toMatchObject({ defaultCountry: null });
  });

  it('takes the mapping of the caller before its own', async () => {
    const file = 'Record ID,Mail of work,Email,Lead Status,Vorname\n7,w@example.com,p@example.com,New,Ann\n';
    const mapping = { 'mail of WORK': 'email', 'Record ID': null, 'Lead Status': 'attributes.lead', Vorname: 'name' };
    const { columns } = await desk.importedBytes(Buffer.from(file), mapping);
    expect(ImportDesk.fieldsOf(columns)).toEqual({
      'Record ID': null,
      'Mail of work': 'email',
      Email: 'attributes.Email',
      'Lead Status': 'attributes.lead',
      Vorname: 'name',
    });
    expect(await desk.contacts()).toMatchObject([
      { name: 'Ann', email: 'w@example.com', externalId: null, attributes: { lead: 'New', Email: 'p@example.com' } },
    ]);
  });

  it.each([
    ['a column that is not there', { Nothing: 'email' }, 'unknown_column'],
    ['a field that is not there', { Name: 'surname' }, 'unknown_field'],
    ['a field twice', { Name: 'email', Email: 'email' }, 'not_unique'],
    ['a field that is no text', { Name: 1 }, 'invalid'],
    ['a list', [], 'invalid'],
  ])('400 for a mapping with %s, and keeps nothing', async (_what, mapping, code) => {
    const { status, body } = await desk.preview('Name,Email\nA,a@example.com\n', mapping);
    expect([status, body.details]).toMatchObject([400, [{ path: 'query.mapping', code }]]);
    await expect(desk.importedBytes(Buffer.from('Name,Email\nA,a@example.com\n'), mapping)).rejects.toThrow('400');
    expect(await desk.imports()).toBe(0);
  });
});
