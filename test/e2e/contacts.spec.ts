import { randomUUID } from 'node:crypto';
import { anAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aContact } from '../factories/contact';
import { ContactDesk, contactIdsOf, refusalOf } from '../factories/contact-fixtures';
import { aCredential } from '../factories/credential';
import { aMember } from '../factories/member';
import { aWorkspace } from '../factories/workspace';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';
import { WRONG, WRONG_TEXT } from './contact-cases';

const FIELDS = [
  'agentIds',
  'attributes',
  'blocked',
  'company',
  'createdAt',
  'email',
  'externalId',
  'id',
  'lastSeenAt',
  'locale',
  'name',
  'notes',
  'phone',
  'timezone',
  'updatedAt',
  'workspaceId',
];
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

describe('createContact', () => {
  it('201 with exactly the fields of the record, its address, and what was not said null', async () => {
    const reply = await desk.create({ name: '  Ann Lee ' });
    expect(reply.status).toBe(201);
    expect(Object.keys(reply.body).sort()).toEqual(FIELDS);
    expect(reply.headers.get('location')).toMatch(new RegExp(`${desk.path}/${reply.body.id}$`));
    const { id, createdAt, updatedAt, ...rest } = reply.body;
    expect(rest).toEqual({
      workspaceId: desk.workspace.id,
      agentIds: [],
      externalId: null,
      name: 'Ann Lee',
      email: null,
      phone: null,
      company: null,
      locale: null,
      timezone: null,
      notes: null,
      attributes: {},
      blocked: false,
      lastSeenAt: null,
    });
    expect(createdAt).toMatch(INSTANT);
    expect(updatedAt).toBe(createdAt);
    expect((await desk.read(id)).body).toEqual({ contact: reply.body, conversations: [] });
  });

  it('201 at every bound, each in its one spelling', async () => {
    const agentIds = [await desk.agent(), await desk.agent()];
    const attributes = Object.fromEntries(Array.from({ length: 97 }, (_, n) => [`a${n}`, n % 2 === 0]));
    const sent = {
      agentIds: agentIds.map((id) => id.toUpperCase()),
      externalId: '💥'.repeat(128),
      name: '💥'.repeat(255),
      email: ' A\u030Ann.Lee@Example.COM ',
      phone: '+44 (0)20 7946-0958',
      company: 'x'.repeat(255),
      locale: 'EN-latn-gb',
      timezone: 'europe/london',
      notes: '💥'.repeat(10_000),
      attributes: { ...attributes, ['n'.repeat(100)]: '💥'.repeat(1000), big: 1e308, small: -5e-324 },
      blocked: true,
    };
    const { status, body } = await desk.create(sent);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...sent,
      agentIds,
      email: 'ånn.lee@example.com',
      phone: '+442079460958',
      locale: 'en-Latn-GB',
      timezone: 'Europe/London',
    });
    expect((await desk.list()).body.contacts).toEqual([body]);
  });

  it.each([
    ['ANN@EXAMPLE.COM', 'ann@example.com'],
    ['A\u030A@example.com', '\u00e5@example.com'],
    ['\u0130x@example.com', 'i\u0307x@example.com'],
    ['ΑΣ@example.com', 'ας@example.com'],
    ['J\u030Ca@example.com', '\u01f0a@example.com'],
  ])('keeps the email %s as %s', async (email, stored) => {
    const { status, body } = await desk.create({ email });
    expect([status, body.email]).toEqual([201, stored]);
  });

  it.each([{ name: 'Ann' }, { email: 'ann@example.com' }, { phone: '+14155552671' }, { externalId: ' ' }])(
    '201 for %j alone',
    async (body) => {
      expect((await desk.create(body)).status).toBe(201);
    },
  );

  it.each([
    [{}],
    [{ company: 'Example', notes: 'x', attributes: { plan: 'gold' } }],
    [{ name: null, email: null, phone: null, externalId: null }],
  ])('400 for an unidentified contact: %j', async (body) => {
    expect(refusalOf(await desk.create(body))).toEqual([400, 'validation_failed', '']);
  });

  it.each(WRONG)('400 %#: %j', async (wrong, pointer, code = 'validation_failed') => {
    expect(refusalOf(await desk.create({ externalId: 'right', name: 'Right', ...wrong }))).toEqual([
      400,
      code,
      pointer,
    ]);
    expect((await desk.list()).body.total).toBe(0);
  });

  it.each(WRONG_TEXT)('400 %s', async (fields, pointer) => {
    const body = `{"name":"Right",${fields.slice(1)}`;
    expect(refusalOf(await desk.create(body))).toEqual([400, 'validation_failed', pointer]);
  });

  it('takes null for an attribute that is not there', async () => {
    expect((await desk.create({ name: 'Ann', attributes: { plan: null, seats: 0 } })).body.attributes).toEqual({
      seats: 0,
    });
  });

  it('400 association_invalid for an externalId that is taken, in this workspace alone', async () => {
    await desk.contact({ externalId: 'customer-1' });
    const again = await desk.create({ externalId: 'customer-1' });
    expect(refusalOf(again)).toEqual([400, 'association_invalid', '/externalId']);
    expect((await desk.create({ externalId: 'Customer-1' })).status).toBe(201);
    const elsewhere = await aWorkspace(parley, desk.owner);
    expect((await aContact(parley, elsewhere, desk.owner, { externalId: 'customer-1' })).externalId).toBe('customer-1');
  });

  it('gives an externalId to exactly one of 50 at once', async () => {
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, n) => desk.create({ externalId: 'one', name: `${n}` })),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    const refused = replies.filter(({ status }) => status !== 201);
    for (const reply of refused) expect(refusalOf(reply)).toEqual([400, 'association_invalid', '/externalId']);
    expect((await desk.list()).body.total).toBe(1);
  });

  it('replays under an Idempotency-Key, and tells another request from it', async () => {
    const headers = { 'idempotency-key': 'create-1' };
    const first = await desk.call('POST', '', desk.owner, { body: { name: 'Once' }, headers });
    const second = await desk.call('POST', '', desk.owner, { body: { name: 'Once' }, headers });
    expect(second.text).toBe(first.text);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect((await desk.list()).body.total).toBe(1);
    const other = await desk.call('POST', '', desk.owner, { body: { name: 'Twice' }, headers });
    expect(refusalOf(other).slice(0, 2)).toEqual([409, 'idempotency_key_reused']);
  });

  it('403 agent_not_accessible for a restricted member who names no agent', async () => {
    const member = await desk.restricted(await desk.agent());
    for (const body of [{ name: 'Ann' }, { name: 'Ann', agentIds: [] }]) {
      expect(refusalOf(await desk.create(body, member))).toEqual([403, 'agent_not_accessible', '/agentIds']);
    }
    expect((await desk.list()).body.total).toBe(0);
  });

  it('400 for a hidden agent, a foreign one and none, alike to the byte and to the statement', async () => {
    const mine = await desk.agent();
    const member = await desk.restricted(mine);
    const foreign = await anAgent(parley, await aWorkspace(parley, desk.owner), desk.owner);
    const answers = new Set<string>();
    for (const id of [await desk.agent(), foreign.id, randomUUID()]) {
      for (const agentIds of [[id], [mine, id]]) {
        let reply: Reply | undefined;
        const statements = await desk.statementsOf(
          async () => (reply = await desk.create({ name: 'Ann', agentIds }, member)),
        );
        expect(refusalOf(reply!)).toEqual([400, 'association_invalid', '/agentIds']);
        answers.add(`${statements} ${reply!.text}`);
      }
    }
    expect(answers.size).toBe(1);
    const made = await desk.create({ name: 'Ann', agentIds: [mine] }, member);
    expect([made.status, made.body.agentIds]).toEqual([201, [mine]]);
  });

  it('403 for a credential that only reads', async () => {
    const account = await anAccount(parley);
    await aMember(parley, desk.workspace, account);
    const reader = await aCredential(parley, account, { scopes: ['inbox:read'] });
    expect(refusalOf(await desk.create({ name: 'Ann' }, reader)).slice(0, 2)).toEqual([403, 'scope_missing']);
    expect((await desk.list({}, reader)).status).toBe(200);
  });
});

describe('removeContact', () => {
  it('200 once, then 404; conversations stay and are counted as far as the caller sees them', async () => {
    const [mine, other] = [await desk.agent(), await desk.agent()];
    const member = await desk.restricted(mine);
    const made = await desk.contact({ agentIds: [mine] });
    for (const agentId of [mine, other, mine]) await desk.conversation(made.id, agentId, 'Hello');
    expect((await desk.remove(made.id, member)).body).toEqual({
      deleted: true,
      conversationsRetained: 2,
      personalDataErased: false,
    });
    for (const reply of [await desk.remove(made.id), await desk.read(made.id), await desk.update(made.id, {})]) {
      expect(reply.status).toBe(404);
    }
    expect((await desk.list()).body).toMatchObject({ contacts: [], total: 0 });
    const rows = await parley.database.query('SELECT FROM conversations WHERE contact_id = $1', [made.id]);
    expect(rows).toHaveLength(3);
  });

  it('is no longer found, before and after it is indexed', async () => {
    const { id } = await desk.contact({ name: 'Gone', externalId: 'again' });
    const { id: stays } = await desk.contact({ name: 'Gone not' });
    await desk.indexed();
    await desk.remove(id);
    for (const moment of ['before', 'after']) {
      if (moment === 'after') await desk.indexed();
      for (const search of ['gon', 'gone', '']) expect(contactIdsOf(await desk.list({ search }))).toEqual([stays]);
    }
    expect((await desk.create({ externalId: 'again' })).status).toBe(201);
  });

  it('removes once, however many try', async () => {
    const { id } = await desk.contact();
    const replies = await Promise.all(Array.from({ length: 12 }, () => desk.remove(id)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(11).fill(404)]);
  });

  it('403 for a restricted member where others share the contact', async () => {
    const [mine, other] = [await desk.agent(), await desk.agent()];
    const member = await desk.restricted(mine);
    for (const agentIds of [[], [mine, other]]) {
      const { id } = await desk.contact({ agentIds });
      expect(refusalOf(await desk.remove(id, member))).toEqual([403, 'agent_not_accessible', '/agentIds']);
      expect((await desk.read(id)).status).toBe(200);
    }
  });

  it('404 alike for a hidden contact, a foreign one and none', () => desk.expectAllHiddenAlike(desk.remove));

  it('400 for a body', async () => {
    const { id } = await desk.contact();
    const reply = await desk.call('DELETE', `/${id}`, desk.owner, { body: { erase: true } });
    expect(refusalOf(reply)).toEqual([400, 'validation_failed', '/erase']);
  });
});
