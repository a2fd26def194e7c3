import { statusOf } from '../../src/common/errors/error-codes';
import type { AccountScope } from '../../src/common/operations/access';
import { OperationRegistry } from '../../src/common/registry/operation.registry';
import { anAccount, type TestAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aCredential, credentialCalls, type IssuedCredential } from '../factories/credential';
import { aMember } from '../factories/member';
import { as, aWorkspace } from '../factories/workspace';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';
import { DONE, keyedRequests, outcome, REPLAYED } from './keyed-requests';

describe('a replay', () => {
  let parley: Parley;
  let owner: TestAccount;
  beforeAll(async () => {
    parley = await startParley();
    owner = await anAccount(parley);
  });
  afterAll(() => parley.stop());

  const post = keyedRequests(() => parley);

  describe('answers nothing that its caller could not get now', () => {
    let admin: IssuedCredential;
    let workspace: { id: string };
    beforeAll(async () => {
      admin = await aCredential(parley, owner);
      workspace = await aWorkspace(parley, admin);
    });

    const narrow = (id: string, scopes: AccountScope[], account = owner, by = admin): Promise<Reply> =>
      credentialCalls(parley, account.password, { token: by.secret }).edit(id, { scopes });

    it('403 scope_missing for a credential that has fewer scopes than the secret in the answer', async () => {
      const scopes: AccountScope[] = ['credentials:write', 'inbox:write'];
      const machine = await aCredential(parley, owner, { scopes });
      const child = { name: 'child', scopes, currentPassword: owner.password };
      const send = () => post('/account-credentials', 'child', child, { token: machine.secret });
      const issued = await send();
      expect([outcome(issued), outcome(await send())]).toEqual([DONE, REPLAYED]);
      expect((await narrow(machine.id, ['credentials:write'])).status).toBe(200);
      const again = await send();
      expect(outcome(again)).toEqual([403, 'scope_missing']);
      expect(again.headers.get('www-authenticate')).toContain('scope="inbox:write"');
      expect(again.text).not.toContain((issued.body as { secret: string }).secret);
    });

    it('403 scope_missing where the operation itself could still be called', async () => {
      const machine = await aCredential(parley, owner, { scopes: ['inbox:write', 'inbox:read'] });
      const send = () =>
        post(`/workspaces/${workspace.id}/contacts`, 'narrowed', { name: 'Ann' }, { token: machine.secret });
      expect(outcome(await send())).toEqual(DONE);
      await narrow(machine.id, ['inbox:write']);
      expect(outcome(await send())).toEqual([403, 'scope_missing']);
    });

    it('403 role_insufficient for a member whose role is lower now', async () => {
      const account = await anAccount(parley);
      const { memberId } = await aMember(parley, workspace, account, { role: 'owner' });
      const invite = () =>
        post(
          `/workspaces/${workspace.id}/invitations`,
          'invite',
          { email: 'o@example.com', role: 'owner' },
          as(account),
        );
      expect([outcome(await invite()), outcome(await invite())]).toEqual([DONE, REPLAYED]);
      await setMember(memberId, { role: 'admin' });
      expect(outcome(await invite())).toEqual([403, 'role_insufficient']);
      await setMember(memberId, { role: 'owner' });
      expect(outcome(await invite())).toEqual(REPLAYED);
    });

    it('403 agent_not_accessible for a member who sees fewer agents now, and no id of theirs', async () => {
      const account = await anAccount(parley);
      const { memberId } = await aMember(parley, workspace, account);
      const [shown, hidden] = [await anAgent(parley, workspace, admin), await anAgent(parley, workspace, admin)];
      const contact = { name: 'Ann', agentIds: [shown.id, hidden.id] };
      const send = () => post(`/workspaces/${workspace.id}/contacts`, 'contact', contact, as(account));
      expect(outcome(await send())).toEqual(DONE);
      for (const restrictedAgentIds of [[shown.id], [], [hidden.id]]) {
        await setMember(memberId, { restrictedAgentIds });
        const again = await send();
        expect(outcome(again)).toEqual([403, 'agent_not_accessible']);
        expect(again.text).not.toContain(hidden.id);
      }
      await setMember(memberId, { restrictedAgentIds: null });
      expect(outcome(await send())).toEqual(REPLAYED);
    });

    it('403 agent_not_accessible for a restricted member who sees one agent less', async () => {
      const account = await anAccount(parley);
      const agents = [await anAgent(parley, workspace, admin), await anAgent(parley, workspace, admin)];
      const ids = agents.map(({ id }) => id);
      const { memberId } = await aMember(parley, workspace, account, { restrictedAgentIds: ids });
      const send = () =>
        post(`/workspaces/${workspace.id}/contacts`, 'one-less', { name: 'Ann', agentIds: ids }, as(account));
      expect(outcome(await send())).toEqual(DONE);
      for (const id of ids) {
        await setMember(memberId, { restrictedAgentIds: [id] });
        expect(outcome(await send())).toEqual([403, 'agent_not_accessible']);
      }
    });

    it('the answer to who sees as many agents as then, or more', async () => {
      const account = await anAccount(parley);
      const agents = [await anAgent(parley, workspace, admin), await anAgent(parley, workspace, admin)];
      const ids = agents.map(({ id }) => id);
      const { memberId } = await aMember(parley, workspace, account, { restrictedAgentIds: [ids[0]!] });
      const send = () =>
        post(`/workspaces/${workspace.id}/contacts`, 'seen', { name: 'Ann', agentIds: [ids[0]] }, as(account));
      expect(outcome(await send())).toEqual(DONE);
      for (const restrictedAgentIds of [ids, null, [ids[0]!]]) {
        await setMember(memberId, { restrictedAgentIds });
        expect(outcome(await send())).toEqual(REPLAYED);
      }
      await setMember(memberId, { restrictedAgentIds: [ids[1]!] });
      expect(outcome(await send())).toEqual([403, 'agent_not_accessible']);
    });

    it('401 and 404 where the guards refuse: a credential that was revoked, a workspace that was left', async () => {
      const account = await anAccount(parley);
      const { memberId } = await aMember(parley, workspace, account);
      const machine = await aCredential(parley, account);
      const send = () =>
        post(`/workspaces/${workspace.id}/contacts`, 'left', { name: 'Ann' }, { token: machine.secret });
      expect(outcome(await send())).toEqual(DONE);
      await parley.call('DELETE', `/workspaces/${workspace.id}/members/${memberId}`, { token: admin.secret });
      expect(outcome(await send())).toEqual([404, 'not_found']);
      await credentialCalls(parley, account.password, { token: machine.secret }).revoke(machine.id);
      expect(outcome(await send())).toEqual([401, 'credential_revoked']);
    });

    const setMember = async (memberId: string, change: object): Promise<void> => {
      const path = `/workspaces/${workspace.id}/members/${memberId}`;
      const { status, text } = await parley.call('PATCH', path, { token: admin.secret, body: change });
      if (status !== 200) throw new Error(text);
    };
  });

  describe('is no way around the proof of a password', () => {
    let account: TestAccount;
    beforeEach(async () => {
      account = await anAccount(parley);
    });
    const changePassword = async (newPassword: string, cookie: string): Promise<void> => {
      const body = { currentPassword: account.password, newPassword };
      const { status } = await parley.call('POST', '/account/password', { ...as({ cookie }), body });
      expect(status).toBe(200);
    };

    it('no caller gets the cookie of a session for a password that was changed', async () => {
      const body = { email: account.email, password: account.password };
      const first = await post('/sessions', 'sign-in', body);
      const [, cookie] = /parley_session=([^;]*)/.exec(first.headers.get('set-cookie') ?? '')!;
      expect(outcome(await post('/sessions', 'sign-in', body))).toEqual(REPLAYED);
      // The session that changes the password goes on.
      await changePassword('another long password', cookie!);
      const again = await post('/sessions', 'sign-in', body);
      expect(outcome(again)).toEqual([401, 'password_proof_failed']);
      expect(again.headers.get('set-cookie')).toBeNull();
    });

    it('no caller gets a secret for a password that was changed', async () => {
      const body = { email: account.email, currentPassword: account.password, name: 'x', scopes: ['inbox:read'] };
      const first = await post('/account-credentials/bootstrap', 'bootstrap', body);
      expect(outcome(first)).toEqual(DONE);
      await changePassword('another long password', account.cookie);
      expect(outcome(await post('/account-credentials/bootstrap', 'bootstrap', body))).toEqual([
        401,
        'password_proof_failed',
      ]);
    });

    it('a page of a stranger gets no session for its visitor, though its programs signed in before', async () => {
      const body = { email: account.email, password: account.password };
      expect(outcome(await post('/sessions', 'page', body))).toEqual(DONE);
      const again = await post('/sessions', 'page', body, { origin: 'https://evil.example' });
      expect([outcome(again), again.headers.get('set-cookie')]).toEqual([[403, 'origin_not_trusted'], null]);
    });

    it('a credential with a wrong password gets that error, not whether the earlier request had the same', async () => {
      const machine = await aCredential(parley, account);
      const issue = (currentPassword: string, name: string) =>
        post(
          '/account-credentials',
          'issue',
          { currentPassword, name, scopes: ['inbox:read'] },
          { token: machine.secret },
        );
      expect(outcome(await issue(account.password, 'one'))).toEqual(DONE);
      expect(outcome(await issue('a guess of mine', 'one'))).toEqual([401, 'password_proof_failed']);
      expect(outcome(await issue('a guess of mine', 'two'))).toEqual([401, 'password_proof_failed']);
      expect(outcome(await issue(account.password, 'two'))).toEqual([409, 'idempotency_key_reused']);
      expect(outcome(await issue(account.password, 'one'))).toEqual(REPLAYED);
    });
  });

  it('no operation has a refusal by authority that a replay would skip', () => {
    /** By guards and by the authority that is stored; the plan, and an email that was verified once, open nothing. */
    const covered = ['scope_missing', 'role_insufficient', 'agent_not_accessible'];
    const harmless = ['plan_limit_reached', 'plan_required', 'email_not_verified', 'registration_closed'];
    /** Their code is in the body, and `not_found` says that it is used up: by the very request that is replayed. */
    const usesUp = ['acceptInvitationAsNew', 'setUpInstallation'];
    const skipped = parley
      .get(OperationRegistry)
      .operations.filter(({ idempotent }) => idempotent)
      .flatMap(({ operationId, errors = [] }) => errors.map((code) => ({ operationId, code })))
      .filter(({ code }) => [401, 403, 404].includes(statusOf(code)))
      .filter(({ code }) => ![...covered, ...harmless].includes(code))
      .filter(({ operationId, code }) => !(code === 'not_found' && usesUp.includes(operationId)));
    expect(skipped).toEqual([]);
  });
});
