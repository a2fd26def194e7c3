import { setTimeout as pause } from 'node:timers/promises';
import { anAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aCredential, type IssuedCredential } from '../factories/credential';
import { handOver, intakeOf, MAIL_SETTINGS } from '../factories/mail';
import { aWorkspace } from '../factories/workspace';
import { CommandLine, type Ended } from '../support/command-line';
import { type Parley, startParley } from '../support/parley';
import { TestSmtpServer } from '../support/smtp-server';

let smtp: TestSmtpServer;
let parley: Parley;
let admin: IssuedCredential;
let workspace: { id: string };
let agent: { id: string };
let path: string;

beforeAll(async () => {
  smtp = await TestSmtpServer.start();
  parley = await startParley({ settings: { ...MAIL_SETTINGS, SMTP_URL: `smtp://127.0.0.1:${smtp.port}` } });
  admin = await aCredential(parley, await anAccount(parley));
  workspace = await aWorkspace(parley, admin);
  agent = await anAgent(parley, workspace, admin);
  path = `/workspaces/${workspace.id}/agents/${agent.id}/mail-tests`;
});
afterAll(async () => {
  await parley.stop();
  await smtp.stop();
});

/** Hands over what the mail server has, as a mail server does. */
async function deliver(): Promise<void> {
  for (const { raw, to, from } of smtp.received.splice(0)) {
    await handOver(parley, Buffer.from(raw, 'latin1'), { recipient: to, sender: from });
  }
  await parley.drain();
}

/** Runs the command while the service works in the background. */
async function testEmail(
  service: Parley,
  PARLEY_TOKEN: string,
  place: { workspace: string; agent: string },
): Promise<Ended> {
  const cli = await CommandLine.at(service.url, { PARLEY_TOKEN });
  const ended = cli.run(['email', 'test', '--workspace', place.workspace, '--agent', place.agent]);
  let isOver = false;
  void ended.finally(() => (isOver = true));
  while (!isOver) {
    await service.drain();
    await deliver();
    await pause(50);
  }
  return ended;
}

describe('startMailTest', () => {
  it('201, and the test shows how far the email has come', async () => {
    const started = await parley.call('POST', path, { token: admin.secret });
    expect([started.status, started.body]).toMatchObject([
      201,
      { address: intakeOf(parley, agent), sentBy: 'smtp', sending: 'queued', arrival: null },
    ]);
    const look = async () => (await parley.call('GET', `${path}/${started.body.id}`, { token: admin.secret })).body;
    await parley.drain();
    expect(await look()).toMatchObject({ sending: 'sent', arrival: null });
    await deliver();
    expect(await look()).toMatchObject({ sending: 'sent', arrival: { outcome: 'ignored', reason: 'own_mail' } });
    expect(await parley.database.query('SELECT FROM conversations WHERE agent_id = $1', [agent.id])).toEqual([]);
  });
});

describe('getMailTest', () => {
  it('404 for the test of another agent, and for another email of the workspace', async () => {
    const other = await anAgent(parley, workspace, admin);
    const { body } = await parley.call('POST', path, { token: admin.secret });
    const elsewhere = path.replace(agent.id, other.id);
    expect((await parley.call('GET', `${elsewhere}/${body.id}`, { token: admin.secret })).status).toBe(404);
    await parley.database.query('UPDATE mail_outbox SET about = NULL WHERE id = $1', [body.id]);
    expect((await parley.call('GET', `${path}/${body.id}`, { token: admin.secret })).status).toBe(404);
  });
});

describe('parley email test', () => {
  it('shows the way of an email until it has arrived', async () => {
    const { code, stdout, stderr } = await testEmail(parley, admin.secret, {
      workspace: workspace.id,
      agent: agent.id,
    });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`Sent to ${intakeOf(parley, agent)}.`);
    expect(stdout).toMatch(/Arrived as [\w-]{36}: ignored \(own_mail\)\.\nEmail works\./);
  });

  it('says that a service without a mail server sends none, and is limited', async () => {
    const alone = await startParley({ settings: { ...MAIL_SETTINGS, LIMIT_MAIL_TEST_PER_USER: '1' } });
    try {
      const owner = await aCredential(alone, await anAccount(alone));
      const own = await aWorkspace(alone, owner);
      const { id } = await anAgent(alone, own, owner);
      const { code, stderr } = await testEmail(alone, owner.secret, { workspace: own.id, agent: id });
      expect([code, stderr]).toEqual([4, expect.stringContaining('The service writes email to files')]);
      const again = await alone.call('POST', `/workspaces/${own.id}/agents/${id}/mail-tests`, { token: owner.secret });
      expect(again.status).toBe(429);
    } finally {
      await alone.stop();
    }
  });
});
