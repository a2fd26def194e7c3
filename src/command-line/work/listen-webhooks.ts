import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Capability } from '../capability';
import { call, operationIn } from '../commands/operations';
import type { Context } from '../commands/context';
import { settle } from '../commands/place';
import { sendHttp, textOf } from '../connection/http-client';
import type { Environment } from '../environment';
import { Refusal, Unavailable, UsageError } from '../errors';
import { EXIT } from '../exit-codes';
import { type Host, write } from '../host';
import type { Values } from '../input/gather-input';
import { fieldOf } from '../output/fields';
import { onOneLine } from '../output/printable';
import { paintFor } from '../output/style';
import { type WorkCommand, type WorkOptions, WORKSPACE_OPTION } from './work-command';

/** In seconds, for which the service waits for an event. */
const WAIT = 25;
const MOST_EVENTS = 100;
/** In milliseconds, for an answer of the program under development. */
const PATIENCE_MS = 15_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
const EXPIRED = 'position_expired';

/** Posts the events of a workspace to a program under development, as a webhook would. Nothing is created in the service. */
export const listenWebhooks: WorkCommand = {
  group: 'webhooks',
  verb: 'listen',
  summary: 'Post the events of a workspace to an address of this machine, as a webhook would',
  args: [],
  options: [
    ['--forward-to <url>', 'the address that gets the events'],
    ['--events <types>', 'only these types, separated by commas, such as message.*'],
    ['--agent <name or id>', 'only events about this agent'],
    ['--content <content>', 'none, or current to add the record of each event'],
    ['--after <position>', 'begin after this position; default: events from now on'],
    ['--limit <number>', 'end after so many events'],
    ['--print-secret', 'print the secret that requests are signed with, and end'],
    WORKSPACE_OPTION,
  ],
  examples: ['webhooks listen --forward-to http://localhost:3000/hook', 'webhooks listen --print-secret'],
  needs: ['listEvents'],
  async run(_args, options, context) {
    const secret = await secretOf(context.environment);
    if (options.printSecret) return write(context.host.stdout, `${secret}\n`);
    const target = addressIn(options);
    const most = options.limit === undefined ? Infinity : Number(options.limit);
    if (!(most >= 1)) throw new UsageError('--limit is not a number of events.');
    const list = operationIn(await context.environment.listing.get(), 'listEvents');
    const values: Values = { workspaceId: options.workspace };
    if (options.agent !== undefined) values['agentId'] = options.agent;
    await settle(list, values, context);
    const filter = {
      ...(options.events !== undefined && { types: options.events }),
      ...(options.content === 'current' && { include: 'resource' }),
    };
    await note(context.host, `Listening. Events go to ${target.href}. Ctrl-C ends it.`);
    let forwarded = 0;
    for await (const event of eventsOf(list, { ...values, ...filter, after: options.after ?? 'latest' }, context)) {
      await forward(event, { target, secret, host: context.host });
      if (++forwarded >= most) return;
    }
  },
};

/** @throws UsageError */
function addressIn({ forwardTo, content = 'none' }: WorkOptions): URL {
  if (content !== 'none' && content !== 'current') throw new UsageError('--content is none or current.');
  if (forwardTo === undefined)
    throw new UsageError('--forward-to is missing.', 'For example http://localhost:3000/hook');
  if (!URL.canParse(forwardTo) || !/^https?:$/.test(new URL(forwardTo).protocol)) {
    throw new UsageError('--forward-to is not an http or https address.');
  }
  return new URL(forwardTo);
}

/** Of the profile, so that it stays the same. Without a profile, it is another one each time. */
async function secretOf({ profiles, profileName, profile }: Environment): Promise<string> {
  if (profile?.webhookSecret !== undefined) return profile.webhookSecret;
  const webhookSecret = `whsec_${randomBytes(32).toString('base64')}`;
  if (profile) await profiles.write(profileName, { ...profile, webhookSecret });
  return webhookSecret;
}

/** One event after the other, without end. @throws Refusal if the service does not allow it, or no longer */
async function* eventsOf(list: Capability, first: Values, { environment, host }: Context): AsyncGenerator<object> {
  let after = first['after'];
  let wait = FIRST_PAUSE_MS;
  for (let isFirst = true; ;) {
    try {
      const service = await environment.service();
      const { body } = await call(service, list, { ...first, after, limit: MOST_EVENTS, wait: WAIT });
      [isFirst, wait] = [false, FIRST_PAUSE_MS];
      yield* fieldOf(body, 'events') as object[];
      after = fieldOf(body, 'next');
      continue;
    } catch (error) {
      if (error instanceof Refusal && error.body.code === EXPIRED && after !== 'latest') {
        await note(host, 'Events after this position are deleted. Some are missing.');
        after = String(fieldOf(error.body.details?.[0], 'oldestPosition') ?? 'latest');
        continue;
      }
      const passes = error instanceof Unavailable || (error instanceof Refusal && error.exitCode === EXIT.unavailable);
      if (!passes || isFirst) throw error;
    }
    await pause(wait);
    wait = Math.min(wait * 2, LONGEST_PAUSE_MS);
  }
}

async function forward(
  event: object,
  { target, secret, host }: { target: URL; secret: string; host: Host },
): Promise<void> {
  const [id, type] = [String(fieldOf(event, 'id')), String(fieldOf(event, 'type'))];
  const paint = paintFor(host.stdout, host);
  await write(host.stdout, `${paint('dim', '-->')} ${onOneLine(type)} ${onOneLine(id)}\n`);
  const body = JSON.stringify(event);
  const began = performance.now();
  const end = await sent({ target, body, headers: signedHeaders(secret, id, body) });
  await write(host.stdout, `${paint('dim', '<--')} ${end} ${Math.round(performance.now() - began)} ms\n`);
}

async function sent({
  target,
  body,
  headers,
}: {
  target: URL;
  body: string;
  headers: Record<string, string>;
}): Promise<string> {
  try {
    const deadline = AbortSignal.timeout(PATIENCE_MS);
    const answer = await sendHttp({ method: 'POST', url: target, headers, body, deadline });
    await textOf(answer.body);
    return String(answer.status);
  } catch (error) {
    if (error instanceof Unavailable) return onOneLine(error.message);
    throw error;
  }
}

/** As in Standard Webhooks 1.0. */
function signedHeaders(secret: string, id: string, body: string): Record<string, string> {
  const timestamp = Math.floor(Date.now() / 1_000);
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
    'parley-attempt': '1',
  };
}

async function note(host: Host, text: string): Promise<void> {
  await write(host.stderr, `${paintFor(host.stderr, host)('dim', text)}\n`);
}
