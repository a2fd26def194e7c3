import iconv from 'iconv-lite';
import { ImportDesk } from '../support/import-fixtures';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let desk: ImportDesk;

beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());
beforeEach(async () => void (desk = await ImportDesk.open(parley)));

describe('importContacts: spreadsheets of people', () => {
  it.each([
    ['empty lines above the header', '\n\r\n,,\nName,Email,Notes\nJörg,j@example.com,"a, b"\n'],
    ['a separator that is named by its escape', 'sep=\\t\r\nName\tEmail\tNotes\r\nJörg\tj@example.com\ta, b\r\n'],
    ['a separator and empty lines', '\ufeffsep=;\n;;\nName;Email;Notes\nJörg;j@example.com;a, b\n'],
  ])('takes %s', async (_what, file) => {
    const record = await desk.importedBytes(Buffer.from(file));
    expect(record).toMatchObject({ created: 1, refused: 0, rowsTotal: 1 });
    expect(await desk.contacts()).toMatchObject([{ name: 'Jörg', email: 'j@example.com', notes: 'a, b' }]);
  });

  it('400 for a file of empty lines', async () => {
    await expect(desk.importedBytes(Buffer.from('\n'.repeat(50)))).rejects.toThrow('must name the columns');
  });

  it('takes the first of several addresses and numbers, without names and marks', async () => {
    const rows = [
      'a,mailto:a@example.com,tel:+442079460958,yes',
      'b,Lee Bo <b@example.com>,"+442079460959; +442079460950",Y',
      `'c3,"""Lee, Cy"" <c@example.com>",'+442079460951,n`,
      'd,"d@example.com, d2@example.com",+442079460952 / +442079460953,off',
    ];
    const record = await desk.importedBytes(Buffer.from(`External ID,Emails,Phones,Blocked\n${rows.join('\n')}\n`));
    expect(record).toMatchObject({ created: 4, refused: 0, refusedValues: 0 });
    expect(
      (await desk.contacts()).map(({ externalId, email, phone, blocked }) => [externalId, email, phone, blocked]),
    ).toEqual([
      ['a', 'a@example.com', '+442079460958', true],
      ['b', 'b@example.com', '+442079460959', true],
      ['c3', 'c@example.com', '+442079460951', false],
      ['d', 'd@example.com', '+442079460952', false],
    ]);
  });

  it('writes names of East Asia with the family name first', async () => {
    await desk.importedBytes(Buffer.from('名,姓,メールアドレス\n花子,山田,h@example.com\nAnn,Lee,a@example.com\n'));
    expect((await desk.contacts()).map(({ name }) => name)).toEqual(['山田 花子', 'Ann Lee']);
  });

  it('reads Polish in its older encoding', async () => {
    const file = 'Imię;Nazwisko;E-mail\nŁukasz;Żółć;l@example.com\nBożena;Świątek;b@example.com\n';
    await desk.importedBytes(iconv.encode(file, 'win1250'));
    expect((await desk.contacts()).map(({ name }) => name)).toEqual(['Łukasz Żółć', 'Bożena Świątek']);
  });
});
