import type { QueryRunner } from 'typeorm';
import { ContactErasuresService } from '../../src/contacts/contact-erasures.service';
import type { ContactDto } from '../../src/contacts/contact.dto';
import { SetWritesRepository } from '../../src/contacts/search-sets/set-writes.repository';
import { AnswerModel } from '../../src/models/answer-model.port';
import { aContact } from '../factories/contact';
import { anErasure } from '../factories/erasure';
import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import type { Reply } from '../support/call';
import { tablesWith } from '../support/everything';
import { indexContacts } from '../support/index-contacts';
import { type Parley, startParley } from '../support/parley';
import { untilSomebodyWaits } from '../support/until-somebody-waits';

const message = 'How do I reset my password?';

/** The event by which receivers delete their copies has the id of the conversation. */
const ITS_ERASURE = ['workspace_events'];

describe('eraseContact while others write', () => {
  let parley: Parley;
  let desk: HelpDesk;

  beforeAll(async () => {
    parley = await startParley();
    desk = await aHelpDesk(parley);
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => parley.stop());

  const erase = (id: string): Promise<Reply> => anErasure(parley, desk.workspace, desk.admin, id);
  const contact = (fields: object): Promise<ContactDto> => aContact(parley, desk.workspace, desk.admin, fields);
  const rowsOf = async (table: string): Promise<number> => {
    const [row] = await parley.database.query<[{ n: number }]>(`SELECT count(*)::int AS n FROM ${table}`);
    return row.n;
  };

  /** Resolves when the model has been asked. */
  let thought: Promise<void>;

  /** Sends a turn, and does something while the model thinks about it. */
  async function thinking(turn: object, meanwhile: () => Promise<unknown>): Promise<Reply> {
    const model = parley.get<AnswerModel>(AnswerModel as never);
    let done: () => void = () => {};
    thought = new Promise<void>((resolve) => {
      const answer = model.answer.bind(model);
      jest.spyOn(model, 'answer').mockImplementationOnce(async (...input) => {
        resolve();
        await new Promise<void>((release) => (done = release));
        return answer(...input);
      });
    });
    const reply = desk.chat(turn);
    await thought;
    await meanwhile();
    done();
    return reply;
  }

  /** Holds a row that an erasure needs until `meanwhile` is done. */
  async function holding(sql: string, parameters: unknown[], meanwhile: () => Promise<unknown>): Promise<void> {
    const holder: QueryRunner = parley.database.createQueryRunner();
    await holder.startTransaction();
    try {
      await holder.query(sql, parameters);
      await meanwhile();
    } finally {
      await holder.commitTransaction();
      await holder.release();
    }
  }

  const expectRefused = (late: Reply): void => {
    expect([late.status, late.body.code]).toEqual([400, 'association_invalid']);
    expect(late.body.details).toEqual([{ path: '/user', code: 'erased', message: expect.any(String) }]);
  };

  it.each([
    ['externalId', { externalId: 'late-1', name: 'Lateword' }, { externalId: 'late-1' }],
    ['email', { name: 'Lateword', email: 'late-2@example.com' }, { externalId: 'late-2', email: 'Late-2@Example.com' }],
  ])(
    'a turn that began before brings no person back by %s: 400, and nothing is written',
    async (_what, fields, user) => {
      const before = [await rowsOf('contacts'), await rowsOf('conversations'), await rowsOf('messages')];
      const { id } = await contact(fields);
      const late = await thinking({ message, user, requestId: user.externalId }, async () => {
        expect(await erase(id)).toMatchObject({ status: 200 });
      });
      expectRefused(late);
      expect([await rowsOf('contacts'), await rowsOf('conversations'), await rowsOf('messages')]).toEqual(before);
      for (const word of ['lateword', user.externalId]) expect(await tablesWith(parley, word)).toEqual([]);
    },
  );

  it('nor does it write for a person who was created again before it continues', async () => {
    const user = { externalId: 'again-1' };
    const { id } = await contact(user);
    const late = await thinking({ message: 'Before', user }, async () => {
      expect(await erase(id)).toMatchObject({ status: 200 });
      expect((await desk.chat({ message: 'Afterwards', user })).status).toBe(200);
    });
    expectRefused(late);
    expect(await rowsOf(`messages WHERE content = 'Before'`)).toBe(0);
    expect(await rowsOf(`messages WHERE content = 'Afterwards'`)).toBe(1);
  });

  it('a turn that begins while the erasure is under way is late, too', async () => {
    const user = { externalId: 'during-1' };
    const { conversationId } = (await desk.chat({ message, user })).body as { conversationId: string };
    const [row] = await parley.database.query<[{ id: string }]>(
      `SELECT id FROM contacts WHERE external_id = 'during-1'`,
    );
    let erased: Promise<Reply> | undefined;
    let late: Promise<Reply> | undefined;
    await holding('SELECT FROM conversations WHERE id = $1 FOR UPDATE', [conversationId], async () => {
      erased = erase(row.id);
      await untilSomebodyWaits(parley);
      late = thinking({ message, user }, () => erased!);
      await thought;
    });
    expect((await erased)?.status).toBe(200);
    expectRefused((await late)!);
  });

  it('a person who comes back by themselves is a new contact', async () => {
    const { id } = await contact({ externalId: 'back-1', name: 'Ann' });
    await erase(id);
    expect((await desk.chat({ message, user: { externalId: 'back-1' } })).status).toBe(200);
    const [row] = await parley.database.query<[{ id: string; name: string | null }]>(
      `SELECT id, name FROM contacts WHERE external_id = 'back-1'`,
    );
    expect(row.id).not.toBe(id);
    expect(row.name).toBeNull();
  });

  it.each([
    ['with', { user: { externalId: 'going-1' } }],
    ['without', {}],
  ])('a turn %s user in a conversation that is erased meanwhile: 400, and nothing comes back', async (_how, more) => {
    const { id } = await contact({ externalId: 'going-1' });
    const { conversationId } = (await desk.chat({ message, user: { externalId: 'going-1' } })).body;
    const requestId = `going-${id}`;
    const late = await thinking({ message, conversationId, requestId, ...more }, async () => {
      expect(await erase(id)).toMatchObject({ status: 200, body: { records: { chatTurns: 2 } } });
    });
    expect([late.status, late.body.code]).toEqual([400, 'association_invalid']);
    expect(late.body.details).toMatchObject([{ path: 'user' in more ? '/user' : '/conversationId' }]);
    expect(await tablesWith(parley, conversationId as string)).toEqual(ITS_ERASURE);
    expect(await tablesWith(parley, requestId)).toEqual([]);
  });

  it('a turn that has the person already is waited for, and goes with them', async () => {
    const { id } = await contact({ externalId: 'first-1' });
    let erased: Promise<Reply> | undefined;
    let turn: Promise<Reply> | undefined;
    await holding('SELECT FROM agent_counters WHERE agent_id = $1 FOR UPDATE', [desk.agent.id], async () => {
      turn = desk.chat({ message, user: { externalId: 'first-1' } });
      await untilSomebodyWaits(parley);
      const { confirmation } = (
        await parley.call('GET', `/workspaces/${desk.workspace.id}/contacts/${id}/erasure`, {
          token: desk.admin.secret,
        })
      ).body;
      erased = parley.call('POST', `/workspaces/${desk.workspace.id}/contacts/${id}/erasure`, {
        token: desk.admin.secret,
        body: { confirm: confirmation },
      });
      await untilSomebodyWaits(parley, 2);
    });
    expect((await turn)?.status).toBe(200);
    // The turn was not in the preview.
    expect((await erased)?.body.code).toBe('confirmation_required');
    expect(await erase(id)).toMatchObject({ status: 200, body: { records: { conversations: 1, messages: 2 } } });
    expect(await tablesWith(parley, 'first-1')).toEqual([]);
  });

  it('so is a turn that has the conversation, and what it wrote is not left behind', async () => {
    const { id } = await contact({ externalId: 'first-2' });
    const { conversationId } = (await desk.chat({ message, user: { externalId: 'first-2' } })).body;
    let erased: Promise<Reply> | undefined;
    let turn: Promise<Reply> | undefined;
    await holding('SELECT FROM agent_counters WHERE agent_id = $1 FOR UPDATE', [desk.agent.id], async () => {
      turn = desk.chat({ message, conversationId });
      await untilSomebodyWaits(parley);
      erased = erase(id);
      await untilSomebodyWaits(parley, 2);
    });
    expect((await turn)?.status).toBe(200);
    await erased;
    expect(await erase(id)).toMatchObject({ status: 200, body: { records: { messages: 4, chatTurns: 2 } } });
    expect(await tablesWith(parley, conversationId as string)).toEqual(ITS_ERASURE);
  });

  it('waits for a batch of the search index, and leaves no contact in it', async () => {
    const { id } = await contact({ name: 'Indexedword' });
    await indexContacts(parley, desk.workspace);
    await contact({ name: 'Indexedword, too' });
    const sets = parley.get(SetWritesRepository);
    const read = sets.list.bind(sets);
    let erased: Promise<Reply> | undefined;
    jest.spyOn(sets, 'list').mockImplementationOnce(async (...input) => {
      const present = await read(...input);
      erased = erase(id);
      await untilSomebodyWaits(parley);
      return present;
    });
    await indexContacts(parley, desk.workspace);
    expect((await erased)?.status).toBe(200);
    const { body } = await parley.call('GET', `/workspaces/${desk.workspace.id}/contacts`, {
      token: desk.admin.secret,
      query: { search: 'dex' },
    });
    expect(body).toMatchObject({ total: 1, contacts: [{ name: 'Indexedword, too' }] });
  });

  it.each(['PATCH', 'DELETE'])('a %s that waits for the erasure finds no contact: 404', async (method) => {
    const { id } = await contact({ externalId: `waits-${method}` });
    const path = `/workspaces/${desk.workspace.id}/contacts/${id}`;
    const { confirmation } = (await parley.call('GET', `${path}/erasure`, { token: desk.admin.secret })).body;
    let erased: Promise<Reply> | undefined;
    let changed: Promise<Reply> | undefined;
    await holding('SELECT FROM contacts WHERE id = $1 FOR UPDATE', [id], async () => {
      erased = parley.call('POST', `${path}/erasure`, { token: desk.admin.secret, body: { confirm: confirmation } });
      await untilSomebodyWaits(parley);
      const body = method === 'PATCH' ? { name: 'Lateword' } : undefined;
      changed = parley.call(method, path, { token: desk.admin.secret, body });
      await untilSomebodyWaits(parley, 2);
    });
    expect((await erased)?.status).toBe(200);
    expect([(await changed)?.status, (await changed)?.body.code]).toEqual([404, 'not_found']);
    expect(await tablesWith(parley, 'lateword')).toEqual([]);
  });

  it('an agent that is due is purged after the erasure that takes its conversations', async () => {
    const other = await aHelpDesk(parley);
    await other.chat({ message, user: { externalId: 'purged-1' } });
    const [row] = await parley.database.query<[{ id: string; contact_id: string }]>(
      'SELECT id, contact_id FROM conversations WHERE agent_id = $1',
      [other.agent.id],
    );
    let erased: Promise<Reply> | undefined;
    await holding('SELECT FROM conversations WHERE id = $1 FOR UPDATE', [row.id], async () => {
      erased = anErasure(parley, other.workspace, other.admin, row.contact_id);
      await untilSomebodyWaits(parley);
      await parley.database.query(
        'UPDATE agents SET deletion_scheduled_at = now(), deletion_requested_by = id WHERE id = $1',
        [other.agent.id],
      );
      await parley.drain();
      expect(await rowsOf(`agents WHERE id = '${other.agent.id}'`)).toBe(1);
    });
    expect((await erased)?.status).toBe(200);
    await parley.drain();
    expect(await rowsOf(`agents WHERE id = '${other.agent.id}'`)).toBe(0);
  });

  it('tells what brings people in from outside who of them was erased since it began', async () => {
    const erasures = parley.get(ContactErasuresService);
    const now = async (): Promise<string> => {
      const [row] = await parley.database.query<[{ now: string }]>('SELECT clock_timestamp()::text AS now');
      return row.now;
    };
    const before = await now();
    await erase((await contact({ externalId: 'import-1', email: 'import-1@example.com' })).id);
    const after = await now();
    const rows = [
      { externalId: 'import-1', email: null },
      { externalId: 'other', email: 'import-1@example.com' },
      { externalId: 'import-2', email: 'import-2@example.com' },
      { externalId: 'import-1@example.com', email: null },
    ];
    const since = (instant: string, workspaceId = desk.workspace.id): Promise<Set<unknown>> =>
      erasures.erasedSince(workspaceId, instant, rows);
    expect(await since(before)).toEqual(new Set([rows[0], rows[1]]));
    expect(await since(after)).toEqual(new Set());
    const other = await aHelpDesk(parley);
    expect(await since(before, other.workspace.id)).toEqual(new Set());
    // The same person in two workspaces must not be recognizable.
    const { id } = await aContact(parley, other.workspace, other.admin, { email: 'import-1@example.com' });
    await anErasure(parley, other.workspace, other.admin, id);
    expect((await since(before, other.workspace.id)).size).toBe(1);
    expect(await rowsOf('contact_erasures WHERE email_hash IS NOT NULL')).toBe(
      await rowsOf('(SELECT DISTINCT email_hash FROM contact_erasures WHERE email_hash IS NOT NULL) h'),
    );
  });
});
