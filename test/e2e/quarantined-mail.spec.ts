import { anAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aCredential, type IssuedCredential } from '../factories/credential';
import { aMail, fateOf, handOver, intakeOf, MAIL_SETTINGS, takeIn } from '../factories/mail';
import { aMember } from '../factories/member';
import { aWorkspace } from '../factories/workspace';
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

  it('403 to who is no admin', async () => {
    const member = await aMember(parley, workspace, await anAccount(parley));
    expect((await parley.call('GET', mails, { token: (await aCredential(parley, member)).secret })).status).toBe(403);
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
