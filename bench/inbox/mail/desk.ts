import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { loadSettings } from '../../../src/config/load-settings';
import { MailAddressesService } from '../../../src/email/addresses/mail-addresses.service';
import { api } from '../../support/api';
import { SERVICE_SETTINGS } from '../../support/servers';
import type { Tenant } from '../../support/tenant';
import type { SentReply } from './mails';

const SECRET = 'the secret of the mail server of the bench'.replaceAll(' ', '-');

/** Settings of a service that takes mail. */
export const MAIL_SETTINGS = {
  MAIL_FROM: 'Parley <parley@ours.example>',
  MAIL_INBOUND_SECRET: SECRET,
  MAIL_REPLY_ADDRESS: 'reply+{token}@ours.example',
  MAIL_BOUNCE_ADDRESS: 'bounces+{token}@ours.example',
};

const SENT_WITHIN_MS = 120_000;

/** An agent that customers write to, and replies to some of them. */
export class MailDesk {
  private readonly addresses = new MailAddressesService(loadSettings({ ...SERVICE_SETTINGS, ...MAIL_SETTINGS }));

  private constructor(
    private readonly url: string,
    private readonly client: Client,
    private readonly tenant: Tenant,
    private readonly agentId: string,
  ) {}

  /** By a member who does not undo replies. */
  static async open(url: string, client: Client, tenant: Tenant): Promise<MailDesk> {
    const { workspaceId, credential: token } = tenant;
    await api(url, 'PATCH', '/account/preferences', { token, body: { undoSendSeconds: 0 } });
    const body = { name: 'Help desk', status: 'active' };
    const { id } = await api<{ id: string }>(url, 'POST', `/workspaces/${workspaceId}/agents`, { token, body });
    return new MailDesk(url, client, tenant, id);
  }

  get intakeAddress(): string {
    return this.addresses.intakeAddress(this.agentId)!;
  }

  /** Each in a conversation of its own; all of them have left. */
  async sendReplies(count: number): Promise<SentReply[]> {
    const replies: SentReply[] = [];
    for (let number = 0; number < count; number++) replies.push(await this.sendReply(`customer-${number}@example.com`));
    const began = performance.now();
    while ((await this.count(`SELECT count(*) FROM replies WHERE status <> 'sent'`)) > 0) {
      if (performance.now() - began > SENT_WITHIN_MS) throw new Error('Not all replies have left');
      await pause(50);
    }
    return replies;
  }

  /** Delivers a mail like a mail server, and the next ones on the same connection. */
  async handOver({
    bytes,
    recipient,
    sender,
  }: {
    bytes: Buffer;
    recipient: string | null;
    sender: string;
  }): Promise<void> {
    const query = new URLSearchParams({ sender, ...(recipient === null ? {} : { recipient }) });
    const response = await fetch(`${this.url}/internal/mail/inbound?${query.toString()}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${SECRET}`, 'content-type': 'message/rfc822' },
      body: new Uint8Array(bytes),
    });
    const text = await response.text();
    if (response.status !== 202) throw new Error(`A mail was answered with ${response.status}: ${text}`);
  }

  /** A request about the desk's agent, below its path. */
  async post(path: string, body: object): Promise<void> {
    const { credential: token, workspaceId } = this.tenant;
    await api(this.url, 'POST', `/workspaces/${workspaceId}/agents/${this.agentId}${path}`, { token, body });
  }

  async count(sql: string, values: readonly unknown[] = []): Promise<number> {
    const { rows } = await this.client.query<{ count: string }>(sql, [...values]);
    return Number(rows[0]!.count);
  }

  private async sendReply(customer: string): Promise<SentReply> {
    const { tenant, url } = this;
    const path = `/workspaces/${tenant.workspaceId}`;
    const turn = { message: 'How can I pay?', user: { externalId: customer, email: customer } };
    const { conversationId } = await api<{ conversationId: string }>(
      url,
      'POST',
      `${path}/agents/${this.agentId}/chat`,
      {
        token: tenant.keys[0]!.secret,
        body: turn,
      },
    );
    const { id } = await api<{ id: string }>(url, 'POST', `${path}/inbox/${conversationId}/messages`, {
      token: tenant.credential,
      body: { content: 'You can pay by card or by bank transfer.', channel: 'email' },
    });
    return {
      customer,
      replyAddress: this.addresses.replyAddress(conversationId)!,
      bounceAddress: this.addresses.bounceAddress(id)!,
      messageId: `<${id}.0@ours.example>`,
    };
  }
}
