import { CooperativeYield } from '../../../common/jobs/cooperative-yield';
import { csvParser } from './csv-rows';

/** What a record sets, with a separator that no cell has. */
async function rowOf(columns: string[], cells: string[], defaultCountry: string | null = null) {
  const parse = csvParser({ columns, separator: '|', defaultCountry });
  const record = Buffer.from(cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join('|'));
  const [parsed] = await parse([record], new CooperativeYield(1));
  return parsed as { plain: Record<string, unknown>; unread?: { path: string }[] };
}

describe('the phone number of a row', () => {
  it.each([
    ['4.91701E+11', 'DE', null],
    ['4,91701e+11', 'DE', null],
    ['1.41555E+10', 'US', null],
    ['491701234567', 'DE', '+491701234567'],
    ['491701234567.0', 'DE', '+491701234567'],
    ['1701234567', 'DE', '+491701234567'],
    ['14155550132', 'US', '+14155550132'],
    ["'+442079460018", null, '+442079460018'],
    ['="+442079460018"', null, '+442079460018'],
    ['=HYPERLINK("tel:+442079460018","+44 20 7946 0018")', null, '+44 20 7946 0018'],
  ])('of %s in %s is %s', async (cell, country, phone) => {
    const { plain, unread = [] } = await rowOf(['phone'], [cell], country);
    expect(plain['phone'] ?? null).toBe(phone);
    expect(unread.map(({ path }) => path)).toEqual(phone === null ? ['/phone'] : []);
  });
});

describe('the email of a row', () => {
  it.each([
    ["'a@x.example", 'a@x.example'],
    ['=HYPERLINK("mailto:a@x.example","a@x.example")', 'a@x.example'],
    ['=HYPERLINK("mailto:a@x.example")', 'a@x.example'],
    ['[mailto:a@x.example]', 'a@x.example'],
    ['a@x.example (work)', 'a@x.example'],
    ['a@x.example/b@x.example', 'a@x.example'],
    ['a@x.example und b@x.example', 'a@x.example'],
    ['Gus <a@x.example>; Gustav <b@x.example>', 'a@x.example'],
    ['a@x.example.', 'a@x.example'],
    ['none', 'none'],
  ])('of %s is %s', async (cell, email) => {
    expect((await rowOf(['email'], [cell])).plain).toEqual({ email });
  });
});

describe('a further column', () => {
  const columns = ['name', 'phone', 'attributes.Mobile', 'email', 'attributes.E-mail 2 - Value', 'attributes.Email'];

  it('is the phone number and the email where the first is empty', async () => {
    const { plain } = await rowOf(columns, ['Ann', '', '+442079460018', '', '', 'b@x.example']);
    expect(plain).toMatchObject({ phone: '+442079460018', email: 'b@x.example' });
    expect(plain['attributes']).toEqual({ Mobile: '+442079460018', Email: 'b@x.example' });
  });

  it('is only an attribute where it is not', async () => {
    const cells = ['Ann', '+442079460019', '+442079460018', 'a@x.example', 'b@x.example', 'yes'];
    expect((await rowOf(columns, cells)).plain).toMatchObject({ phone: '+442079460019', email: 'a@x.example' });
    expect((await rowOf(columns, ['Ann', '', 'yes', '', 'yes', 'no'])).plain).not.toHaveProperty('email');
  });
});

it.each([
  ['name', '\u00a0Ann\u00a0Lee\u200b', 'Ann Lee'],
  ['name', 'Ann\r\nLee', 'Ann Lee'],
  ['name', '="Ann"', 'Ann'],
  ['name', '=HYPERLINK("https://x.example/7","Ann ""A"" Lee")', 'Ann "A" Lee'],
  ['name', "'t Hooft", "'t Hooft"],
  ['name', "=cmd|' /C calc'!A0", "=cmd|' /C calc'!A0"],
  ['notes', 'one\ntwo', 'one\ntwo'],
  ['externalId', "'00012", '00012'],
  ['externalId', ' c\u00a02 ', ' c\u00a02 '],
  ['company', "'90s Shop", "'90s Shop"],
  ['notes', 'Prix\u00a0: 5 €', 'Prix\u00a0: 5 €'],
])('a %s of %j is %j', async (column, cell, text) => {
  expect((await rowOf([column], [cell])).plain).toEqual({ [column]: text });
});

it('a name is a family name beside a first name, unless it is whole', async () => {
  const nameOf = async (cells: string[]) => (await rowOf(['name', 'firstName'], cells)).plain['name'];
  expect(await nameOf(['Lee', 'Ann'])).toBe('Ann Lee');
  expect(await nameOf(['Ann Lee', 'Ann'])).toBe('Ann Lee');
  expect(await nameOf(['Van Lee', 'Ann'])).toBe('Van Lee');
});
