import { Body, Controller, Module, Post } from '@nestjs/common';
import { IsString } from 'class-validator';
import { randomUUID } from 'node:crypto';
import { Operation } from '../../src/common/registry/operation.decorator';
import { anAccount, type TestAccount } from '../factories/account';
import { aCredential } from '../factories/credential';
import { aKey, aToken } from '../factories/key';
import { as, aWorkspace, type Caller } from '../factories/workspace';
import type { CallOptions } from '../support/call';
import { type Parley, startParley } from '../support/parley';
import { DONE, keyedRequests, outcome, REPLAYED } from './keyed-requests';

class NoteDto {
  @IsString()
  text: string;
}

/** What a key may do once for each Idempotency-Key; no operation of the product is like that yet. */
@Controller('workspaces/:workspaceId/notes')
class NotesController {
  @Post()
  @Operation({
    operationId: 'createNote',
    summary: 'Write a note',
    access: { kind: 'workspace', scopes: ['chat:write'] },
    audit: { subject: ['note', 'response.id'] },
    returns: NoteDto,
    status: 201,
    idempotent: true,
  })
  async create(@Body() { text }: NoteDto): Promise<object> {
    return Promise.resolve({ text, at: randomUUID() });
  }
}

@Module({ controllers: [NotesController] })
class NotesModule {}

describe('an Idempotency-Key', () => {
  let parley: Parley;
  let owner: TestAccount;
  beforeAll(async () => {
    parley = await startParley({ modules: [NotesModule], settings: { TRUSTED_PROXIES: '127.0.0.1' } });
    owner = await anAccount(parley);
  });
  afterAll(() => parley.stop());

  const post = keyedRequests(() => parley);
  const signedIn = async (): Promise<{ cookie: string }> => {
    const body = { email: owner.email, password: owner.password };
    const reply = await parley.call('POST', '/sessions', { body });
    return { cookie: /parley_session=([^;]*)/.exec(reply.headers.get('set-cookie') ?? '')![1]! };
  };

  describe('belongs to one principal', () => {
    let workspace: { id: string };
    beforeAll(async () => {
      workspace = await aWorkspace(parley, owner);
    });

    it('each credential and each session of one account has its own', async () => {
      const callers: Caller[] = [
        await aCredential(parley, owner),
        await aCredential(parley, owner),
        { cookie: owner.cookie },
        await signedIn(),
      ];
      const path = `/workspaces/${workspace.id}/contacts`;
      const ids = new Set<string>();
      for (const caller of callers) {
        const first = await post(path, 'shared', { name: 'Ann Lee' }, as(caller));
        const again = await post(path, 'shared', { name: 'Ann Lee' }, as(caller));
        expect([outcome(first), outcome(again), again.text]).toEqual([DONE, REPLAYED, first.text]);
        ids.add(first.body.id as string);
      }
      expect(ids.size).toBe(callers.length);
    });

    it('each workspace key has its own, which its tokens share', async () => {
      const path = `/workspaces/${workspace.id}/notes`;
      const [one, other] = [await aKey(parley, workspace), await aKey(parley, workspace)];
      const note = { text: 'Water the plants' };
      const first = await post(path, 'shared', note, { token: one.secret });
      expect(outcome(first)).toEqual(DONE);
      expect(outcome(await post(path, 'shared', note, { token: other.secret }))).toEqual(DONE);
      for (const token of [await aToken(parley, one), await aToken(parley, one), one.secret]) {
        const again = await post(path, 'shared', note, { token });
        expect([outcome(again), again.text]).toEqual([REPLAYED, first.text]);
      }
      const narrow = await aToken(parley, one, { scope: 'chat:write' });
      expect(outcome(await post(path, 'shared', note, { token: narrow }))).toEqual([403, 'scope_missing']);
    });

    it('and to one operation', async () => {
      const token = (await aCredential(parley, owner)).secret;
      const named = { name: 'Both' };
      const contact = await post(`/workspaces/${workspace.id}/contacts`, 'shared', named, { token });
      const agent = await post(`/workspaces/${workspace.id}/agents`, 'shared', named, { token });
      expect([outcome(contact), outcome(agent)]).toEqual([DONE, DONE]);
      expect(agent.body.systemPrompt).toBeDefined();
    });

    it('and to one path: on another path it is another request, and gets nothing of the first', async () => {
      const token = (await aCredential(parley, owner)).secret;
      const elsewhere = await aWorkspace(parley, owner);
      const first = await post(`/workspaces/${workspace.id}/contacts`, 'shared', { name: 'Ann Lee' }, { token });
      const second = await post(`/workspaces/${elsewhere.id}/contacts`, 'shared', { name: 'Ann Lee' }, { token });
      expect([outcome(first), outcome(second)]).toEqual([DONE, [409, 'idempotency_key_reused']]);
      expect(second.text).not.toContain(first.body.id);
    });
  });

  describe('without a credential', () => {
    const from = (address: string): CallOptions => ({ headers: { 'x-forwarded-for': address } });
    const signIn = (key: string, address: string, { email, password }: Omit<TestAccount, 'id' | 'name' | 'cookie'>) =>
      post('/sessions', key, { email, password }, from(address));

    it('belongs to one address', async () => {
      const first = await signIn('public-1', '192.0.2.1', owner);
      const elsewhere = await signIn('public-1', '192.0.2.2', owner);
      const again = await signIn('public-1', '192.0.2.1', owner);
      expect([first, elsewhere, again].map(outcome)).toEqual([DONE, DONE, REPLAYED]);
      expect(elsewhere.headers.get('set-cookie')).not.toBe(first.headers.get('set-cookie'));
      expect(again.headers.get('set-cookie')).toBe(first.headers.get('set-cookie'));
    });

    it('belongs to the network of an IPv6 address, within which addresses change', async () => {
      const first = await signIn('public-2', '2001:db8:1:2::1', owner);
      const again = await signIn('public-2', '[2001:db8:1:2:ffff::2]:443', owner);
      const elsewhere = await signIn('public-2', '2001:db8:1:3::1', owner);
      expect([first, again, elsewhere].map(outcome)).toEqual([DONE, REPLAYED, DONE]);
    });

    it('belongs to one request: strangers behind one address neither collide nor learn anything', async () => {
      const stranger = await anAccount(parley);
      const registration = { email: 'first@example.com', password: 'correct horse battery', name: 'First' };
      const replies = [
        await signIn('public-3', '192.0.2.3', owner),
        await signIn('public-3', '192.0.2.3', stranger),
        await signIn('public-3', '192.0.2.3', { ...owner, password: 'a guess of mine' }),
        await post('/accounts', 'public-3', registration, from('192.0.2.3')),
        await post('/accounts', 'public-3', { ...registration, password: 'another password' }, from('192.0.2.3')),
        await post('/accounts', 'public-3', registration, from('192.0.2.3')),
      ];
      expect(replies.map(outcome)).toEqual([
        DONE,
        DONE,
        [401, 'password_proof_failed'],
        [202, null],
        [202, null],
        [202, 'true'],
      ]);
      const accounts = replies.slice(0, 2).map(({ body }) => (body as { account: { id: string } }).account.id);
      expect(accounts).toEqual([owner.id, stranger.id]);
    });

    it('is not held up by a stranger’s request that is under way', async () => {
      const holder = parley.database.createQueryRunner();
      try {
        await holder.startTransaction();
        // The sign-in waits for its account, with its key claimed.
        await holder.query('SELECT FROM accounts WHERE id = $1 FOR UPDATE', [owner.id]);
        const body = { email: owner.email, password: owner.password };
        const waiting = parley.call('POST', '/sessions', { body, headers: { 'idempotency-key': 'public-4' } });
        const other = await anAccount(parley);
        expect(outcome(await signIn('public-4', '127.0.0.1', other))).toEqual(DONE);
        await holder.rollbackTransaction();
        expect((await waiting).status).toBe(201);
      } finally {
        await holder.release();
      }
    });
  });
});
