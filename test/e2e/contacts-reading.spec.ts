import { anAccount } from '../factories/account';
import type { TestContact } from '../factories/contact';
import { ContactDesk, contactIdsOf, refusalOf } from '../factories/contact-fixtures';
import { aCredential } from '../factories/credential';
import { type Parley, startParley } from '../support/parley';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

let parley: Parley;
let owner: { secret: string };
let desk: ContactDesk;

beforeAll(async () => {
  parley = await startParley();
  owner = await aCredential(parley, await anAccount(parley));
});
afterAll(() => parley.stop());

beforeEach(async () => {
  desk = await ContactDesk.open(parley, owner);
});

describe('listContacts', () => {
  it('200 newest first, in pages', async () => {
    const made: TestContact[] = [];
    for (let n = 0; n < 5; n++) made.unshift(await desk.contact({ name: `Contact ${n}` }));
    expect((await desk.list()).body).toEqual({ contacts: made, total: 5, limit: 50, offset: 0 });
    expect((await desk.list({ limit: 2, offset: 2 })).body).toEqual({
      contacts: made.slice(2, 4),
      total: 5,
      limit: 2,
      offset: 2,
    });
    expect((await desk.list({ limit: 100, offset: 4 })).body.contacts).toEqual([made[4]]);
    expect((await desk.list({ offset: 1_000_000 })).body).toMatchObject({ contacts: [], total: 5, offset: 1_000_000 });
  });

  it.each([
    [{ limit: 0 }, 'query.limit'],
    [{ limit: 101 }, 'query.limit'],
    [{ limit: '' }, 'query.limit'],
    [{ limit: '1e1' }, 'query.limit'],
    [{ limit: 1.5 }, 'query.limit'],
    [{ offset: -1 }, 'query.offset'],
    [{ offset: 1_000_001 }, 'query.offset'],
    [{ offset: 'x' }, 'query.offset'],
    [{ search: 'x'.repeat(201) }, 'query.search'],
    [{ search: '💥'.repeat(201) }, 'query.search'],
    [{ search: 'a\ufe0f'.repeat(101) }, 'query.search'],
    [{ search: 'a\u0000' }, 'query.search'],
    [{ 'search[]': 'a' }, 'query.search[]'],
    [{ name: 'Ann' }, 'query.name'],
  ])('400 %j', async (query: Record<string, string | number>, where) => {
    expect(refusalOf(await desk.list(query))).toEqual([400, 'validation_failed', where]);
  });

  it('400 for a search that is there twice', async () => {
    const twice = await desk.call('GET', '?search=a&search=b');
    expect(refusalOf(twice)).toEqual([400, 'validation_failed', 'query.search']);
  });

  it('200 for any searches of 200 characters', async () => {
    for (const search of ['x'.repeat(200), '💥'.repeat(200), 'a\ufe0f'.repeat(100)]) {
      expect((await desk.list({ search })).body).toMatchObject({ contacts: [], total: 0 });
    }
  });

  it('finds text in name, email, phone, externalId and company, ignoring case, and nowhere else', async () => {
    const { id } = await desk.contact({
      name: 'Ann Lee',
      email: 'Box@Example.com',
      phone: '+44 20 7946 0958',
      externalId: 'Customer-7',
      company: 'ACME',
      notes: 'secret',
      locale: 'fr',
      timezone: 'Europe/Paris',
      attributes: { plan: 'gold' },
    });
    await desk.contact({ name: 'Somebody' });
    for (const search of ['ann lee', 'NN L', 'e', 'x@ex', '+4420', '7946', 'customer-7', 'CUST', 'acme', 'm']) {
      expect(contactIdsOf(await desk.list({ search }))).toContain(id);
    }
    for (const search of ['secret', 'gold', 'paris', 'fr', 'leebox', 'lee\u001fbox', 'lee box', 'ann  lee']) {
      expect((await desk.list({ search })).body.total).toBe(0);
    }
    expect((await desk.list({ search: '' })).body.total).toBe(2);
  });

  it.each([
    '100%',
    'a_b',
    'back\\slash',
    `O'Hara "x"`,
    '💥💥',
    '👩‍👩‍👧',
    'e\u0301',
    'İstanbul',
    'straße',
    'ΟΔΟΣ',
    'J\u030C',
    '~*@',
    '$1',
    '{x}',
    ';--',
  ])('finds %j in the midst of a name, itself alone, before and after it is indexed', async (text) => {
    const { id } = await desk.contact({ name: `x${text}Ay` });
    await desk.contact({ name: 'another', externalId: '100 aab backslash' });
    for (const moment of ['before', 'after']) {
      if (moment === 'after') await desk.indexed();
      // Capital ß is SS, which is another text.
      for (const search of [text, `x${text}a`, text.toUpperCase().replaceAll('SS', 'ß'), text.normalize('NFD')]) {
        expect({ moment, search, ids: contactIdsOf(await desk.list({ search })) }).toEqual({
          moment,
          search,
          ids: [id],
        });
      }
    }
  });

  it('takes the wildcards of SQL for what they are', async () => {
    await desk.contact({ name: 'abc' });
    for (const search of ['%', '_', 'a%c', 'a_c', '\\', '.*']) expect((await desk.list({ search })).body.total).toBe(0);
  });

  it('shows a restricted member the shared contacts and those of their agents, and counts no others', async () => {
    const [mine, other] = [await desk.agent(), await desk.agent()];
    const shared = await desk.contact({ name: 'Shared' });
    const both = await desk.contact({ name: 'Both', agentIds: [other, mine] });
    await desk.contact({ name: 'Hidden', agentIds: [other] });
    const own = await desk.contact({ name: 'Own', agentIds: [mine] });
    const member = await desk.restricted(mine);
    for (const moment of ['before', 'after']) {
      if (moment === 'after') await desk.indexed();
      const { body } = await desk.list({}, member);
      expect(body.contacts).toEqual([own, { ...both, agentIds: [mine] }, shared]);
      expect(body.total).toBe(3);
      expect((await desk.list({ search: 'hidden' }, member)).body).toMatchObject({ contacts: [], total: 0 });
      expect((await desk.list({ limit: 1, offset: 2 }, member)).body).toMatchObject({ contacts: [shared], total: 3 });
      expect((await desk.list({}, await desk.restricted())).body).toMatchObject({ contacts: [shared], total: 1 });
      expect((await desk.list()).body.total).toBe(4);
    }
  });

  it('takes two statements beside the strategy’s, and three for a search of more than three characters', async () => {
    await desk.contact({ name: 'Ann Lee' });
    const member = await desk.restricted(await desk.agent());
    for (const moment of ['before', 'after']) {
      if (moment === 'after') await desk.indexed();
      for (const by of [desk.owner, member]) {
        expect(await desk.statementsOf(() => desk.list({}, by))).toBe(2);
        expect(await desk.statementsOf(() => desk.list({ search: 'ann' }, by))).toBe(2);
      }
    }
    expect(await desk.statementsOf(() => desk.list({ search: 'ann lee' }))).toBe(3);
  });
});

describe('readContactProfile', () => {
  it('200 with the newest 50 conversations that the reader may see', async () => {
    const [mine, other] = [await desk.agent(), await desk.agent()];
    const made = await desk.contact({ agentIds: [mine, other] });
    const ids: string[] = [];
    for (let n = 0; n < 52; n++) ids.unshift(await desk.conversation(made.id, n === 51 ? other : mine, `Subject ${n}`));
    await desk.conversation((await desk.contact()).id, mine, 'of another');
    const { body } = await desk.read(made.id);
    expect(body.contact).toEqual(made);
    expect(body.conversations.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 50));
    expect(body.conversations[0]).toEqual({
      id: ids[0],
      agentId: other,
      channel: 'widget',
      status: 'open',
      subject: 'Subject 51',
      lastMessageAt: expect.stringMatching(INSTANT),
      createdAt: expect.stringMatching(INSTANT),
    });
    const seen = await desk.read(made.id, await desk.restricted(mine));
    expect(seen.body.contact).toEqual({ ...made, agentIds: [mine] });
    expect(seen.body.conversations.map(({ id }: { id: string }) => id)).toEqual(ids.slice(1, 51));
  });

  it('shows a shared contact to all members, with their own conversations', async () => {
    const [mine, other] = [await desk.agent(), await desk.agent()];
    const made = await desk.contact();
    await desk.conversation(made.id, other, 'hidden');
    expect((await desk.read(made.id, await desk.restricted(mine))).body).toEqual({ contact: made, conversations: [] });
  });

  it('404 alike for a hidden contact, a foreign one and none', () => desk.expectAllHiddenAlike(desk.read));

  it('400 for a query parameter', async () => {
    const { id } = await desk.contact();
    const reply = await desk.call('GET', `/${id}`, desk.owner, { query: { expand: 'x' } });
    expect(refusalOf(reply)).toEqual([400, 'validation_failed', 'query.expand']);
  });

  it('keeps a contact of agents that are gone to those who saw it', async () => {
    const gone = await desk.agent();
    const made = await desk.contact({ name: 'Ann Lee', agentIds: [gone] });
    const [before, other] = [await desk.restricted(gone), await desk.restricted(await desk.agent())];
    await parley.call('DELETE', `/workspaces/${desk.workspace.id}/agents/${gone}`, { token: desk.owner.secret });
    expect((await desk.read(made.id, other)).status).toBe(404);
    await parley.database.query(
      `UPDATE agents SET deletion_scheduled_at = now() - interval '1 second' WHERE workspace_id = $1 AND id = $2`,
      [desk.workspace.id, gone],
    );
    await parley.drain();
    const rows = await parley.database.query('SELECT FROM agents WHERE id = $1', [gone]);
    expect(rows).toHaveLength(0);
    expect((await desk.read(made.id)).body.contact).toEqual(made);
    expect((await desk.read(made.id, before)).body.contact).toEqual(made);
    expect((await desk.read(made.id, other)).status).toBe(404);
    expect((await desk.list({ search: 'ann' }, other)).body.total).toBe(0);
    // It may stay and go, but not come back.
    expect((await desk.update(made.id, { name: 'Ann', agentIds: [gone] })).body.agentIds).toEqual([gone]);
    expect((await desk.update(made.id, { agentIds: [] })).body.agentIds).toEqual([]);
    expect(refusalOf(await desk.update(made.id, { agentIds: [gone] }))).toEqual([
      400,
      'association_invalid',
      '/agentIds',
    ]);
  });
});
