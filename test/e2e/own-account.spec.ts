import { anAccount } from '../factories/account';
import { aWorkspace } from '../factories/workspace';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;

beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());

describe('updateAccount', () => {
  const update = (cookie: string, body: object): Promise<Reply> =>
    parley.call('PATCH', '/account', { cookie, origin: 'http://localhost:3000', body });

  it('200 with the new name, which the workspaces of the account show', async () => {
    const { cookie } = await anAccount(parley);
    const { id } = await aWorkspace(parley, { cookie });
    const { status, body } = await update(cookie, { name: '  Grace Hopper ' });
    expect([status, body.name]).toEqual([200, 'Grace Hopper']);
    expect((await update(cookie, {})).body).toEqual(body);
    expect((await parley.call('GET', '/account', { cookie })).body).toEqual(body);
    const { body: page } = await parley.call('GET', `/workspaces/${id}/members`, { cookie });
    expect(page.members).toMatchObject([{ name: 'Grace Hopper' }]);
  });

  it.each([
    [{ name: ' ' }],
    [{ name: null }],
    [{ name: 'x'.repeat(101) }],
    [{ name: 'a\nb' }],
    [{ email: 'a@b.example' }],
  ])('400 for %j', async (input) => {
    const { status, body } = await update((await anAccount(parley)).cookie, input);
    expect([status, body.code]).toEqual([400, 'validation_failed']);
  });
});
