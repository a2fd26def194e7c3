import { ImportDesk } from '../support/import-fixtures';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let desk: ImportDesk;

beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());
beforeEach(async () => void (desk = await ImportDesk.open(parley)));

describe('previewContactImport', () => {
  it('shows mapping, ten rows and refusals, and writes nothing', async () => {
    await desk.setCountry('DE');
    const rows = Array.from({ length: 12 }, (_, n) => `P${n};p${n}@example.com;030 123456${n % 10};x`);
    const file = `Name;E-mail;Telefon;Tag\n;;;only a tag\n${rows.join('\n')}\nQ;nope;030 1234567;y\n`;
    const { status, body } = await desk.preview(file, { Tag: null });
    expect(status).toBe(200);
    expect(body).toMatchObject({ format: 'csv', rowsTotal: 14, rowsChecked: 14, refused: 1, refusedValues: 1 });
    expect(ImportDesk.fieldsOf(body.columns)).toEqual({ Name: 'name', 'E-mail': 'email', Telefon: 'phone', Tag: null });
    expect(body.rows).toHaveLength(10);
    expect(body.rows.slice(0, 2)).toMatchObject([
      { row: 2, contact: null },
      { row: 3, contact: { name: 'P0', email: 'p0@example.com', phone: '+49301234560', attributes: {} } },
    ]);
    expect(body.refusals).toMatchObject([
      { row: 2, valueOnly: false, path: '' },
      { row: 15, valueOnly: true, path: '/email' },
    ]);
    expect([await desk.imports(), await desk.chunks(), await desk.contacts()]).toEqual([0, 0, []]);
  });

  it('counts all rows of a large file, and checks those at its beginning', async () => {
    const row = `Ann,a@example.com,${'x'.repeat(2_000)}\n`;
    const { body } = await desk.preview(`name,email,notes\n${row.repeat(2_000)}`);
    expect(body).toMatchObject({ rowsTotal: 2_000, refused: 0 });
    expect(body.rowsChecked).toBeGreaterThan(400);
    expect(body.rowsChecked).toBeLessThan(600);
    expect((await desk.preview(`name\n${'A\n'.repeat(3_000)}`)).body).toMatchObject({
      rowsTotal: 3_000,
      rowsChecked: 1_000,
    });
  });

  it('400 for a file that is refused as a whole', async () =>
    expect((await desk.preview('name\n"B\n')).body).toMatchObject({ details: [{ code: 'malformed' }] }));
});
