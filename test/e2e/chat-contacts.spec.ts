import { randomUUID } from 'node:crypto';
import type { ContactDto, ContactProfileDto } from '../../src/contacts/contact.dto';
import { anAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aContact } from '../factories/contact';
import { aCredential } from '../factories/credential';
import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import { aMember } from '../factories/member';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';
import { untilSomebodyWaits } from '../support/until-somebody-waits';

const message = 'How do I reset my password?';

describe('sendChatTurn with user', () => {
  let parley: Parley;
  let desk: HelpDesk;
  let contacts: string;

  beforeAll(async () => {
    parley = await startParley();
    desk = await aHelpDesk(parley);
    contacts = `/workspaces/${desk.workspace.id}/contacts`;
  });
  afterAll(() => parley.stop());

  const turn = (user: object, more: object = {}): Promise<Reply> => desk.chat({ message, user, ...more });
  const contact = (fields: object): Promise<ContactDto> => aContact(parley, desk.workspace, desk.admin, fields);
  const found = async (search: string, token = desk.admin.secret): Promise<ContactDto[]> =>
    (await parley.call('GET', contacts, { token, query: { search } })).body.contacts as ContactDto[];
  const profile = async (id: string, token = desk.admin.secret): Promise<ContactProfileDto> =>
    (await parley.call('GET', `${contacts}/${id}`, { token })).body as ContactProfileDto;
  const memberOf = async (...restrictedAgentIds: string[]): Promise<string> => {
    const member = await aMember(parley, desk.workspace, await anAccount(parley), { restrictedAgentIds });
    return (await aCredential(parley, member)).secret;
  };

  it('makes a contact of the agent, whose profile has the conversation', async () => {
    const { status, body } = await turn({ externalId: 'new-1', name: '  Ann Lee ', email: 'ANN@Example.com' });
    expect(status).toBe(200);
    const [made] = await found('new-1');
    expect(made).toMatchObject({
      agentIds: [desk.agent.id],
      externalId: 'new-1',
      name: 'Ann Lee',
      email: 'ann@example.com',
      lastSeenAt: body.createdAt,
    });
    expect((await profile(made!.id)).conversations).toEqual([
      expect.objectContaining({ id: body.conversationId, agentId: desk.agent.id, subject: message }),
    ]);
    expect(await found('ann@EXAMPLE')).toEqual([made]);
  });

  it('finds it again by its externalId, fills in what it lacks, and leaves what people wrote', async () => {
    const { id } = await contact({ externalId: 'known-1', name: 'Written by hand' });
    await turn({ externalId: 'known-1', name: 'Another Name', email: 'known-1@example.com' });
    const { contact: after, conversations } = await profile(id);
    expect(after).toMatchObject({ name: 'Written by hand', email: 'known-1@example.com', agentIds: [] });
    expect(after.lastSeenAt).not.toBeNull();
    expect(conversations).toHaveLength(1);
    expect((await found('known-1@example')).map((one) => one.id)).toEqual([id]);
    await turn({ externalId: 'known-1', email: 'second@example.com' });
    expect((await profile(id)).contact.email).toBe('known-1@example.com');
  });

  it('only moves lastSeenAt of a contact that lacks nothing', async () => {
    const { id, updatedAt } = await contact({ externalId: 'same-1', name: 'Ann' });
    await turn({ externalId: 'same-1', name: 'Ann' });
    const first = (await profile(id)).contact;
    await turn({ externalId: 'same-1' });
    const second = (await profile(id)).contact;
    expect([first.updatedAt, second.updatedAt]).toEqual([updatedAt, updatedAt]);
    expect(Date.parse(second.lastSeenAt!)).toBeGreaterThan(Date.parse(first.lastSeenAt!));
  });

  it('gives the oldest contact of the email that has no externalId this one', async () => {
    const email = 'adopted@example.com';
    const other = await contact({ externalId: 'adopted-0', name: 'Older, but known', email });
    const oldest = await contact({ name: 'Oldest', email });
    const younger = await contact({ name: 'Younger', email });
    await turn({ externalId: 'adopted-1', email: 'Adopted@Example.com' });
    await turn({ externalId: 'adopted-1', email });
    expect((await profile(oldest.id)).contact).toMatchObject({ externalId: 'adopted-1', name: 'Oldest', agentIds: [] });
    expect((await profile(oldest.id)).conversations).toHaveLength(2);
    expect((await profile(younger.id)).contact.externalId).toBeNull();
    expect((await profile(other.id)).conversations).toEqual([]);
    expect((await found('adopted-1')).map(({ id }) => id)).toEqual([oldest.id]);
  });

  it('adds its agent to a contact of other agents, and to none of the whole workspace', async () => {
    const other = await anAgent(parley, desk.workspace, desk.admin);
    const theirs = await contact({ externalId: 'scoped-1', agentIds: [other.id] });
    const member = await memberOf(desk.agent.id);
    expect(await found('scoped-1', member)).toEqual([]);
    await turn({ externalId: 'scoped-1' });
    expect((await profile(theirs.id)).contact.agentIds).toEqual([other.id, desk.agent.id]);
    expect((await found('scoped-1', member)).map(({ id }) => id)).toEqual([theirs.id]);
    await turn({ externalId: 'scoped-1' });
    expect((await profile(theirs.id)).contact.agentIds).toEqual([other.id, desk.agent.id]);
  });

  it('leaves a contact of 200 agents theirs', async () => {
    const agentIds = Array.from({ length: 200 }, () => randomUUID());
    const { id } = await contact({ externalId: 'crowded-1' });
    await parley.database.query('UPDATE contacts SET agent_ids = $2 WHERE id = $1', [id, agentIds]);
    expect((await turn({ externalId: 'crowded-1' })).status).toBe(200);
    expect((await profile(id)).contact.agentIds).toEqual(agentIds);
  });

  it('is remembered by a conversation without a contact, and changes no other', async () => {
    const { conversationId } = (await desk.chat({ message })).body;
    await turn({ externalId: 'late-1' }, { conversationId });
    await turn({ externalId: 'late-2' }, { conversationId });
    await desk.chat({ message, conversationId });
    const [first] = await found('late-1');
    const [second] = await found('late-2');
    expect((await profile(first!.id)).conversations.map(({ id }) => id)).toEqual([conversationId]);
    expect((await profile(second!.id)).conversations).toEqual([]);
  });

  it('shows a restricted member no conversation of another agent', async () => {
    const other = await anAgent(parley, desk.workspace, desk.admin);
    const { id } = await contact({ externalId: 'private-1' });
    await turn({ externalId: 'private-1' });
    expect((await profile(id, await memberOf(other.id))).conversations).toEqual([]);
    expect((await profile(id, await memberOf(desk.agent.id))).conversations).toHaveLength(1);
  });

  it('keeps the conversations of a contact that is removed, and whose they were', async () => {
    const { body } = await turn({ externalId: 'removed-1' });
    const [made] = await found('removed-1');
    const removal = await parley.call('DELETE', `${contacts}/${made!.id}`, { token: desk.admin.secret });
    expect(removal.body).toEqual({ deleted: true, conversationsRetained: 1, personalDataErased: false });
    await turn({ externalId: 'removed-1' }, { conversationId: body.conversationId });
    const [row] = await parley.database.query<[{ contact_id: string }]>(
      'SELECT contact_id FROM conversations WHERE id = $1',
      [body.conversationId],
    );
    expect(row.contact_id).toBe(made!.id);
    const [again] = await found('removed-1');
    expect(again!.id).not.toBe(made!.id);
  });

  it('makes no contact where the turn is refused or fails', async () => {
    const refused = await turn({ externalId: 'refused-1' }, { conversationId: randomUUID() });
    expect([refused.status, refused.body.code]).toEqual([400, 'association_invalid']);
    expect(await found('refused-1')).toEqual([]);
  });

  it.each([
    [{ externalId: 'a', name: '   ' }, '/user/name', 'too_short'],
    [{ externalId: 'a', email: '"a b"@example.com' }, '/user/email', 'invalid_email'],
    [{ externalId: 'x'.repeat(129) }, '/user/externalId', 'too_long'],
  ])('400 %#', async (user, path, code) => {
    const { status, body } = await turn(user);
    expect(status).toBe(400);
    expect(body.details).toContainEqual(expect.objectContaining({ path, code }));
  });

  describe('SQL statements', () => {
    let going: string;
    beforeAll(async () => {
      going = (await turn({ externalId: 'counted-1', email: 'counted@example.com' })).body.conversationId as string;
    });

    let questions = 0;
    const statements = (turnOf: object): Promise<string[]> =>
      parley.statementsOf(async () => {
        expect((await desk.chat({ message, conversationId: going, ...turnOf })).status).toBe(200);
      });

    it('a turn without user in a conversation that goes on: twelve, BEGIN and COMMIT among them', async () => {
      expect(await statements({})).toHaveLength(12);
    });

    it.each([
      ['a known contact', { externalId: 'counted-1' }, 1],
      [
        'a known contact that lacks something, whose conversations members see',
        { externalId: 'counted-1', name: 'Ann' },
        3,
      ],
      ['a new contact without email', { externalId: 'counted-2' }, 3],
      ['a new contact with email', { externalId: 'counted-3', email: 'counted-3@example.com' }, 6],
    ])('%s: %j costs %i', async (_what, user, more) => {
      const without = await statements({ requestId: `counted-${++questions}` });
      expect(await statements({ requestId: `counted-${++questions}`, user })).toHaveLength(without.length + more);
    });

    it('and one more without requestId, for the time of its start', async () => {
      expect(await statements({ user: { externalId: 'counted-1' } })).toHaveLength(12 + 1 + 1);
    });
  });

  describe('many at once', () => {
    const PARALLEL = Number(process.env['PARALLEL'] ?? 60);
    const all = <T>(work: (n: number) => Promise<T>): Promise<T[]> =>
      Promise.all(Array.from({ length: PARALLEL }, (_, n) => work(n)));
    const statuses = (replies: Reply[]): number[] => [...new Set(replies.map(({ status }) => status))];

    it(`${PARALLEL} first turns of one externalId make one contact with all conversations`, async () => {
      const user = { externalId: 'crowd-1', email: 'crowd-1@example.com' };
      expect(statuses(await all(() => turn(user)))).toEqual([200]);
      expect(await found('crowd-1')).toHaveLength(1);
      const [row] = await parley.database.query<[{ n: number }]>(
        'SELECT count(*)::int AS n FROM conversations JOIN contacts c ON c.id = contact_id WHERE c.external_id = $1',
        [user.externalId],
      );
      expect(row.n).toBe(PARALLEL);
    });

    it(`${PARALLEL} first turns of one email and as many externalIds: one has the contact of the email`, async () => {
      const email = 'crowd-2@example.com';
      const { id } = await contact({ name: 'Unlinked', email });
      expect(statuses(await all((n) => turn({ externalId: `crowd-2-${n}`, email })))).toEqual([200]);
      const rows = await parley.database.query<{ id: string; external_id: string }[]>(
        'SELECT id, external_id FROM contacts WHERE email = $1',
        [email],
      );
      expect(new Set(rows.map(({ external_id }) => external_id)).size).toBe(PARALLEL);
      expect(rows).toHaveLength(PARALLEL);
      expect(rows.filter((row) => row.id === id)).toHaveLength(1);
    });

    it('waits for a contact with its externalId that is being made, and takes that one', async () => {
      const unlinked = await contact({ name: 'Unlinked', email: 'waiting@example.com' });
      const creation = parley.database.createQueryRunner();
      await creation.startTransaction();
      const made = randomUUID();
      await creation.query(
        `INSERT INTO contacts (workspace_id, id, external_id, search_text) VALUES ($1, $2, 'waiting-1', 'waiting-1')`,
        [desk.workspace.id, made],
      );
      const waiting = turn({ externalId: 'waiting-1', email: 'waiting@example.com', name: 'Ann' });
      await untilSomebodyWaits(parley);
      await creation.commitTransaction();
      await creation.release();
      expect((await waiting).status).toBe(200);
      expect(await profile(made)).toMatchObject({
        contact: { name: 'Ann', email: 'waiting@example.com' },
        conversations: [{ subject: message }],
      });
      expect((await profile(unlinked.id)).contact).toMatchObject({ externalId: null, lastSeenAt: null });
    });

    it('a creation with the externalId of concurrent turns ends in one contact and no 500, in any order', async () => {
      for (let round = 0; round < 20; round++) {
        const externalId = `raced-${round}`;
        // Half of the turns meet a contact of their email, which they would give the same externalId.
        const email = `raced-${round}@example.com`;
        if (round % 2 === 0) await contact({ name: 'Unlinked', email });
        const create = (): Promise<Reply> =>
          parley.call('POST', contacts, { token: desk.admin.secret, body: { externalId } });
        const replies = await Promise.all([create(), turn({ externalId, email }), create(), turn({ externalId })]);
        for (const { status, body } of replies) {
          if (status >= 300) expect([status, body.code]).toEqual([400, 'association_invalid']);
        }
        expect([replies[1].status, replies[3].status]).toEqual([200, 200]);
        expect((await found(externalId)).filter((one) => one.externalId === externalId)).toHaveLength(1);
      }
    });
  });
});
