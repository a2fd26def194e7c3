import { anAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aCredential, type IssuedCredential } from '../factories/credential';
import { aMail, fateOf, handOver, intakeOf, MAIL_SETTINGS, replyAddressOf, takeIn } from '../factories/mail';
import { aMember } from '../factories/member';
import { aWorkspace } from '../factories/workspace';
import { AcceptedMailSendersRepository } from '../../src/email/accepted/accepted-mail-senders.repository';
import { QuarantineOperatorService } from '../../src/email/quarantine/quarantine-operator.service';
import { QuarantineRepository } from '../../src/email/quarantine/quarantine.repository';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let admin: IssuedCredential;
let workspace: { id: string };
let agent: { id: string };
let mails: string;

beforeAll(async () => {
  parley = await startParley({ settings: { ...MAIL_SETTINGS, COMPUTE_TIMEOUT_MS: '5000', COMPUTE_MEMORY_MB: '64' } });
});
afterAll(() => parley.stop());
beforeEach(async () => {
  admin = await aCredential(parley, await anAccount(parley));
  workspace = await aWorkspace(parley, admin);
  agent = await anAgent(parley, workspace, admin);
  mails = `/workspaces/${workspace.id}/quarantined-mail`;
});

const newsletter = () => aMail({ from: 'Shop <no-reply@shop.example>', subject: 'Offers' });

/** More nested parts than the parser reads. */
function nested(): string {
  const head = aMail({ headers: { 'Content-Type': 'multipart/mixed; boundary="0"' } }).split('\r\n\r\n')[0];
  const parts = Array.from(
    { length: 30 },
    (_, n) => `--${n}\r\nContent-Type: multipart/mixed; boundary="${n + 1}"\r\n\r\n`,
  );
  return `${head}\r\n\r\n${parts.join('')}`;
}

describe('listQuarantinedMail', () => {
  it('200 with what did not come in, oldest first, in pages', async () => {
    await takeIn(parley, newsletter(), { recipient: intakeOf(parley, agent) });
    const unreadable = await takeIn(parley, nested(), { recipient: intakeOf(parley, agent) });
    expect(unreadable).toMatchObject({ outcome: 'quarantined', reason: 'unreadable' });
    const first = await parley.call('GET', mails, { token: admin.secret, query: { limit: 1 } });
    expect(first.body).toEqual({
      mails: [
        {
          id: expect.any(String),
          workspaceId: workspace.id,
          agentId: agent.id,
          receivedAt: expect.any(String),
          fromAddress: 'no-reply@shop.example',
          subject: 'Offers',
          sizeBytes: expect.any(Number),
          reason: 'automatic_without_conversation',
          mark: 'no_reply_sender',
        },
      ],
      nextCursor: expect.any(String),
    });
    const query = { limit: 1, cursor: first.body.nextCursor as string };
    const second = await parley.call('GET', mails, { token: admin.secret, query });
    expect(second.body).toMatchObject({
      mails: [{ reason: 'unreadable', fromAddress: 'ada@example.com' }],
      nextCursor: null,
    });
  });

  it('200 to every member, with what came to agents that they see', async () => {
    await takeIn(parley, newsletter(), { recipient: intakeOf(parley, agent) });
    const other = await anAgent(parley, workspace, admin);
    const listed = async (restrictedAgentIds: string[] | null): Promise<number> => {
      const member = await aMember(parley, workspace, await anAccount(parley), { restrictedAgentIds });
      const { body } = await parley.call('GET', mails, { token: (await aCredential(parley, member)).secret });
      return (body.mails as unknown[]).length;
    };
    expect([await listed(null), await listed([agent.id]), await listed([other.id])]).toEqual([1, 1, 0]);
  });

  it.each<[string, Record<string, string>, string]>([
    ['what it says', { 'Auto-Submitted': 'auto-generated' }, 'auto_submitted'],
    ['its precedence', { Precedence: 'bulk' }, 'precedence'],
    ['being a newsletter', { 'List-Unsubscribe': '<https://x.example>', 'Feedback-ID': '1:x' }, 'newsletter'],
    ['a list', { From: 'news@x.example', 'List-Id': '<news.x.example>' }, 'list'],
    ['an empty sender', { 'Return-Path': '<>' }, 'null_sender'],
    ['a mail server', { From: 'postmaster@x.example' }, 'mail_system'],
  ])('says why: %s', async (_why, headers, mark) => {
    await takeIn(parley, aMail({ headers }), { recipient: intakeOf(parley, agent) });
    const { body } = await parley.call('GET', mails, { token: admin.secret });
    expect(body.mails).toMatchObject([{ reason: 'automatic_without_conversation', mark }]);
  });
});

describe('replayQuarantinedMail', () => {
  it('202, and it is taken in as a person’s; a second time 404', async () => {
    const { body } = await handOver(parley, newsletter(), { recipient: intakeOf(parley, agent) });
    await parley.drain();
    const path = `${mails}/${body.inboundMailId}/replay`;
    const replayed = await parley.call('POST', path, { token: admin.secret });
    expect([replayed.status, replayed.body.id]).toEqual([202, body.inboundMailId]);
    expect((await parley.call('POST', path, { token: admin.secret })).status).toBe(404);
    await parley.drain();
    expect((await fateOf(parley, body.inboundMailId)).outcome).toBe('opened');
  });

  it('404 for the mail of another workspace, which stays where it is', async () => {
    const { body } = await handOver(parley, newsletter(), { recipient: intakeOf(parley, agent) });
    await parley.drain();
    const elsewhere = await aWorkspace(parley, admin);
    const path = `/workspaces/${elsewhere.id}/quarantined-mail/${body.inboundMailId}/replay`;
    expect((await parley.call('POST', path, { token: admin.secret })).status).toBe(404);
    // The path is looked up before; this is what changes the mail, alone.
    const released = await parley.get(QuarantineRepository).release({ workspaceId: elsewhere.id }, body.inboundMailId);
    expect([released, (await fateOf(parley, body.inboundMailId)).outcome]).toEqual([false, 'quarantined']);
  });
});

describe('the sender of a released mail', () => {
  const orders = (headers: Record<string, string> = {}) =>
    aMail({ from: 'Shop <orders@shop.example>', headers: { 'Auto-Submitted': 'auto-generated', ...headers } });
  const arrives = (mail: string) => takeIn(parley, mail, { recipient: intakeOf(parley, agent) });
  const release = async (query: Record<string, string> = {}, token = admin.secret) => {
    const { body } = await parley.call('GET', mails, { token });
    const [{ id }] = body.mails as [{ id: string }];
    const released = await parley.call('POST', `${mails}/${id}/replay`, { token, query });
    await parley.drain();
    return released;
  };
  const ASIDE = { outcome: 'quarantined', reason: 'automatic_without_conversation' };

  it('is accepted from then on by what any member of the team decides, until that is taken back', async () => {
    const token = (await aCredential(parley, await aMember(parley, workspace, await anAccount(parley)))).secret;
    expect(await arrives(orders())).toMatchObject(ASIDE);
    const { status, body } = await release({}, token);
    expect([status, body]).toMatchObject([
      202,
      { reason: 'automatic_without_conversation', mark: 'auto_submitted', senderRemembered: true },
    ]);
    expect((await arrives(orders())).outcome).toBe('opened');
    expect(await arrives(orders({ From: 'other@shop.example' }))).toMatchObject(ASIDE);
    const failed = 'mx.ours.example; dmarc=fail header.from=shop.example';
    expect(await arrives(orders({ 'Authentication-Results': failed }))).toMatchObject(ASIDE);
    const path = `/workspaces/${workspace.id}/accepted-mail-senders`;
    const { body: accepted } = await parley.call('GET', path, { token });
    expect(accepted).toMatchObject({ senders: [{ address: 'orders@shop.example' }], nextCursor: null });
    const [{ id }] = accepted.senders as [{ id: string }];
    expect((await parley.call('DELETE', `${path}/${id}`, { token })).body).toEqual({ deleted: true });
    expect((await parley.call('DELETE', `${path}/${id}`, { token })).status).toBe(404);
    expect(await arrives(orders())).toMatchObject(ASIDE);
  });

  it('is not if the member does not want that, nor by a mail that could not be read', async () => {
    await arrives(orders());
    expect((await release({ remember: 'false' })).body.senderRemembered).toBe(false);
    expect(await arrives(orders())).toMatchObject(ASIDE);
    await release({ remember: 'false' });
    await arrives(nested());
    expect((await release()).body).toMatchObject({ reason: 'unreadable', mark: null, senderRemembered: false });
  });

  it('is accepted for the agent that got the mail, so that restricted members decide for theirs alone', async () => {
    const other = await anAgent(parley, workspace, admin);
    const tokenOf = async (restrictedAgentIds: string[]): Promise<string> => {
      const member = await aMember(parley, workspace, await anAccount(parley), { restrictedAgentIds });
      return (await aCredential(parley, member)).secret;
    };
    const [own, foreign] = [await tokenOf([agent.id]), await tokenOf([other.id])];
    await arrives(orders());
    await release({}, own);
    expect((await arrives(orders())).outcome).toBe('opened');
    expect(await takeIn(parley, orders(), { recipient: intakeOf(parley, other) })).toMatchObject(ASIDE);
    const path = `/workspaces/${workspace.id}/accepted-mail-senders`;
    const listed = async (token: string) =>
      (await parley.call('GET', path, { token })).body.senders as { id: string; agentId: string }[];
    const [sender] = await listed(own);
    expect([sender?.agentId, await listed(foreign), (await listed(admin.secret)).length]).toEqual([agent.id, [], 1]);
    expect((await parley.call('DELETE', `${path}/${sender!.id}`, { token: foreign })).status).toBe(404);
    // The path is looked up before; this is what deletes it, alone.
    const scope = { workspaceId: workspace.id, agentIds: [other.id] };
    expect(await parley.get(AcceptedMailSendersRepository).delete(scope as never, sender!.id)).toBe(false);
    await parley.database.query('UPDATE accepted_mail_senders SET agent_id = NULL WHERE id = $1', [sender!.id]);
    expect([(await listed(own)).length, (await listed(admin.secret)).length]).toEqual([0, 1]);
    expect((await takeIn(parley, orders(), { recipient: intakeOf(parley, other) })).outcome).toBe('opened');
    expect((await parley.call('DELETE', `${path}/${sender!.id}`, { token: admin.secret })).status).toBe(200);
  });

  it('is accepted in its workspace only, and changes nothing in conversations', async () => {
    await arrives(orders());
    await release();
    const elsewhere = await anAgent(parley, await aWorkspace(parley, admin), admin);
    expect(await takeIn(parley, orders(), { recipient: intakeOf(parley, elsewhere) })).toMatchObject(ASIDE);
    const { conversationId } = await arrives(orders());
    const recipient = replyAddressOf(parley, conversationId!);
    expect((await takeIn(parley, orders(), { recipient })).outcome).toBe('auto_reply');
  });
});

describe('a mail that crashes every process', () => {
  it('is put aside after five attempts, and the next one comes in', async () => {
    const { body } = await handOver(parley, aMail(), { recipient: intakeOf(parley, agent) });
    await parley.database.query('UPDATE inbound_mails SET attempts = 5 WHERE id = $1', [body.inboundMailId]);
    const next = await takeIn(parley, aMail(), { recipient: intakeOf(parley, agent) });
    expect(next.outcome).toBe('opened');
    expect(await fateOf(parley, body.inboundMailId)).toMatchObject({
      outcome: 'quarantined',
      reason: 'too_many_attempts',
    });
  });

  it('and one that takes more than it may is put aside at once, while the service lives', async () => {
    const html = '<b><i>'.repeat(200_000);
    const mail = aMail({ headers: { 'Content-Type': 'text/html' }, text: html });
    const fate = await takeIn(parley, mail, { recipient: intakeOf(parley, agent) });
    expect(fate.outcome).toBe('quarantined');
    expect((await takeIn(parley, aMail(), { recipient: intakeOf(parley, agent) })).outcome).toBe('opened');
  });
});

describe('the operator', () => {
  it('shows undeliverable mail, and takes it in again', async () => {
    const { body } = await handOver(parley, aMail({ subject: 'To whom it may concern' }));
    await parley.drain();
    const operator = parley.get(QuarantineOperatorService);
    expect((await operator.page({ limit: 1_000 })).rows.map(({ id }) => id)).toContain(body.inboundMailId);
    await operator.replay(body.inboundMailId);
    expect((await fateOf(parley, body.inboundMailId)).outcome).toBe('received');
    await expect(operator.replay(body.inboundMailId)).rejects.toMatchObject({ status: 404 });
  });
});
