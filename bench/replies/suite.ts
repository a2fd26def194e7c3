import { createTransport } from 'nodemailer';
import { api } from '../support/api';
import type { Bench } from '../support/bench';
import { figure } from '../support/figure';
import { interleaved, USUAL_EFFORT } from '../support/interleaved';
import { startService } from '../support/servers';
import { createTenant } from '../support/tenant';
import { BenchMailServer } from './mail-server';

const EFFORT = { ...USUAL_EFFORT, warmUp: 5, most: 200, milliseconds: 30_000 };
/** For half of the replies, beside the time to undo. */
const GOAL_MS = 250;
const CONTENT = 'You can pay by card or by bank transfer. The invoice has everything that your bank needs. '.repeat(10);

/**
 * From the request of a reply without time to undo until the mail server has all of it, compared with nodemailer and
 * the same text. Has its own database, since another service there would take half of the replies.
 */
export async function replies(bench: Bench): Promise<void> {
  const databaseUrl = await bench.createDatabase();
  const server = await BenchMailServer.start();
  const service = await startService({ ...bench.conditions, databaseUrl }, { settings: { SMTP_URL: server.url } });
  try {
    const reply = await conversation(service.url, databaseUrl);
    const transport = createTransport(server.url);
    const mail = { from: 'bench@example.com', to: 'nodemailer@example.com', subject: 'Re: Payment', text: CONTENT };
    const [own, other] = await interleaved(
      [
        { name: 'Parley', run: () => Promise.all([reply(), server.arrival('customer@example.com')]) },
        { name: 'nodemailer', run: () => Promise.all([transport.sendMail(mail), server.arrival(mail.to)]) },
      ],
      EFFORT,
    );
    const note = `goal ${GOAL_MS} ms ${own!.p50 <= GOAL_MS ? 'met' : 'missed'}`;
    bench.cases('Reply to mail server, ms', [figure('POST until the last line', own!, other!, { goal: null, note })]);
  } finally {
    await service.stop();
    await server.stop();
  }
}

/** Writes a reply in a conversation with a customer who has an address, by a member who does not undo replies. */
async function conversation(url: string, databaseUrl: string): Promise<() => Promise<unknown>> {
  const { workspaceId, credential: token, keys } = await createTenant(databaseUrl);
  const path = `/workspaces/${workspaceId}`;
  await api(url, 'PATCH', '/account/preferences', { token, body: { undoSendSeconds: 0 } });
  const agent = { name: 'Help desk', status: 'active' };
  const { id: agentId } = await api<{ id: string }>(url, 'POST', `${path}/agents`, { token, body: agent });
  const turn = { message: 'How can I pay?', user: { externalId: 'customer', email: 'customer@example.com' } };
  const { conversationId } = await api<{ conversationId: string }>(url, 'POST', `${path}/agents/${agentId}/chat`, {
    token: keys[0]!.secret,
    body: turn,
  });
  const body = { content: CONTENT, channel: 'email' };
  return () => api(url, 'POST', `${path}/inbox/${conversationId}/messages`, { token, body });
}
