import { setTimeout as pause } from 'node:timers/promises';
import { call, operationIn } from '../commands/operations';
import { settle } from '../commands/place';
import { CommandError } from '../errors';
import { EXIT } from '../exit-codes';
import { write } from '../host';
import type { Values } from '../input/gather-input';
import { fieldOf } from '../output/fields';
import { onOneLine, safeJson } from '../output/printable';
import { AGENT_OPTION, JSON_OPTION, type WorkCommand, WORKSPACE_OPTION } from './work-command';

/** In milliseconds: between two looks, and for all of them. An email may wait a minute for its second attempt. */
const PAUSE_MS = 500;
const PATIENCE_MS = 120_000;

/** Sends an email through the whole way: to the mail server, to the service that receives email, and back to Parley. */
export const testEmail: WorkCommand = {
  group: 'email',
  verb: 'test',
  summary: 'Send an email to an agent and show what became of it',
  args: [],
  options: [AGENT_OPTION, WORKSPACE_OPTION, JSON_OPTION],
  examples: ['email test', 'email test --agent Support'],
  needs: ['startMailTest', 'getMailTest'],
  async run(_args, { workspace, agent, json = false }, { environment, host }) {
    const listing = await environment.listing.get();
    const start = operationIn(listing, 'startMailTest');
    const values: Values = { workspaceId: workspace, agentId: agent };
    await settle(start, values, { environment });
    const service = await environment.service();
    let test: unknown = (await call(service, start, values)).body;
    const say = async (text: string): Promise<void> => (json ? undefined : write(host.stdout, `${text}\n`));
    await say(`Sent to ${textOf(test, 'address')}.`);
    const input: Values = { ...values, mailTestId: fieldOf(test, 'id') };
    let sending = '';
    for (const until = Date.now() + PATIENCE_MS; isOpen(test) && Date.now() < until; await pause(PAUSE_MS)) {
      test = (await call(service, operationIn(listing, 'getMailTest'), input)).body;
      if (textOf(test, 'sending') !== sending) await say(STAGES[(sending = textOf(test, 'sending'))] ?? sending);
    }
    if (json) await write(host.stdout, `${safeJson(test)}\n`);
    const arrival = fieldOf(test, 'arrival');
    if (!arrival) throw lost(test);
    const [outcome, reason] = [textOf(arrival, 'outcome'), textOf(arrival, 'reason')];
    const isExpected = outcome === 'ignored' && reason === 'own_mail';
    await say(`Arrived as ${textOf(arrival, 'inboundMailId')}: ${outcome}${reason === '' ? '' : ` (${reason})`}.`);
    await say(
      isExpected
        ? 'Email works. Parley ignores what it has sent itself, so this email opens no conversation.'
        : 'It was not recognized as an email of Parley itself: does a server on its way change the sender?',
    );
  },
};

const STAGES: Readonly<Record<string, string>> = {
  queued: 'Waiting to be handed to the mail server …',
  sending: 'Being handed to the mail server …',
  sent: 'The mail server has accepted it. Waiting for it to arrive …',
  failed: 'The mail server does not accept it.',
  uncertain: 'The mail server may have it: its answer did not come. Waiting for it to arrive …',
};

/** Whether more can become of it. */
function isOpen(test: unknown): boolean {
  const arrival = fieldOf(test, 'arrival');
  if (arrival) return textOf(arrival, 'outcome') === 'received';
  return (
    textOf(test, 'sending') !== 'failed' && !(textOf(test, 'sentBy') === 'file' && textOf(test, 'sending') === 'sent')
  );
}

function lost(test: unknown): CommandError {
  if (textOf(test, 'sending') === 'failed') {
    return new CommandError(
      'The mail server refused the email.',
      EXIT.refused,
      'Look at SMTP_URL and the log of the service.',
    );
  }
  if (textOf(test, 'sentBy') === 'file') {
    return new CommandError('The service writes email to files, so it cannot arrive.', EXIT.refused, 'Set SMTP_URL.');
  }
  return new CommandError(
    'The email has not arrived.',
    EXIT.refused,
    'Look where the MX records of the address lead, and whether that server hands email over. It may still come: see parley email get-test.',
  );
}

function textOf(record: unknown, name: string): string {
  const value = fieldOf(record, name);
  return typeof value === 'string' ? onOneLine(value) : '';
}
