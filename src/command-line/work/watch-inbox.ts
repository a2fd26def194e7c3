import { setTimeout as pause } from 'node:timers/promises';
import { eventsOf, type StreamedEvent } from '../connection/event-stream';
import type { Service } from '../connection/service';
import type { Capability } from '../capability';
import { operationIn } from '../commands/operations';
import { settle } from '../commands/place';
import { Refusal, Unavailable, UsageError } from '../errors';
import { EXIT } from '../exit-codes';
import { type Host, write } from '../host';
import type { Values } from '../input/gather-input';
import { requestOf } from '../input/request';
import { cellOf, fieldOf } from '../output/fields';
import { onOneLine, safeJson } from '../output/printable';
import { paintFor } from '../output/style';
import { type WorkCommand, WORKSPACE_OPTION } from './work-command';

/** In milliseconds, between two attempts to connect. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** In characters, of the text of a message. */
const LONGEST_TEXT = 100;

/** The events of the inbox as lines, until Ctrl-C. A broken connection continues after the last event. */
export const watchInbox: WorkCommand = {
  group: 'inbox',
  verb: 'watch',
  summary: 'Print what happens in the inbox, as it happens',
  args: [],
  options: [
    WORKSPACE_OPTION,
    ['--limit <number>', 'end after so many events'],
    ['--json', 'print the JSON of each event on a line'],
  ],
  examples: ['inbox watch', 'inbox watch --limit 1 --json'],
  needs: ['streamInboxEvents'],
  async run(_args, { workspace, limit, json = false }, { environment, host }) {
    const most = limit === undefined ? Infinity : Number(limit);
    if (!(most >= 1)) throw new UsageError('--limit is not a number of events.');
    const stream = operationIn(await environment.listing.get(), 'streamInboxEvents');
    const values: Values = { workspaceId: workspace };
    await settle(stream, values, { environment });
    let printed = 0;
    for await (const event of reconnected(await environment.service(), stream, { values, host })) {
      const text = json ? `${safeJson(JSON.parse(event.data))}\n` : lineOf(event, host);
      await write(host.stdout, text);
      if (++printed >= most) return;
    }
  },
};

interface Watching {
  values: Values;
  host: Host;
}

/** The events of one stream after another. @throws Refusal if the service does not allow it, or no longer */
async function* reconnected(
  service: Service,
  stream: Capability,
  { values, host }: Watching,
): AsyncGenerator<StreamedEvent> {
  let after: string | undefined;
  let wait = FIRST_PAUSE_MS;
  for (let isFirst = true; ; isFirst = false) {
    try {
      const { body } = await service.open(stream, requestOf(stream, { ...values, after }));
      if (isFirst) await note(host, 'Watching the inbox. Ctrl-C ends it.');
      for await (const event of eventsOf(body)) {
        wait = FIRST_PAUSE_MS;
        after = event.id ?? after;
        if (event.event === 'stream.reset') await note(host, 'Some events are missing: list the inbox again.');
        if (!isOfScreens(event.event) && isObject(event.data)) yield event;
      }
    } catch (error) {
      const passes = error instanceof Unavailable || (error instanceof Refusal && error.exitCode === EXIT.unavailable);
      if (!passes || (isFirst && after === undefined)) throw error;
    }
    await pause(wait);
    wait = Math.min(wait * 2, LONGEST_PAUSE_MS);
  }
}

/** Whether an event is about streams, or is repeated while a member has a conversation on their screen. */
const isOfScreens = (type: string): boolean => type.startsWith('stream.') || type === 'conversation.presence';

/** What happened, in the words of the members. A type that a newer service has is printed as it is. */
const WORDS: Readonly<Record<string, string>> = {
  'conversation.created': 'began a conversation',
  'conversation.updated': 'conversation changed',
  'message.updated': 'message changed',
  'note.created': 'new note',
  'label.updated': 'label changed',
  'label.removed': 'label removed',
  'support_request.created': 'needs a person',
  'support_request.updated': 'support request changed',
  'sla.imminent': 'SLA target is near',
  'sla.breached': 'SLA target missed',
  'conversation.typing': 'is writing',
};

function lineOf({ data }: StreamedEvent, host: Host): string {
  const event: unknown = JSON.parse(data);
  const text = (field: string): string => cellOf(fieldOf(event, field));
  const who = text('conversation.contact.name') || text('conversation.contact.email') || text('conversation.subject');
  const role = text('message.role');
  const words =
    text('type') === 'message.created' ? (role === 'customer' ? 'wrote' : `answer (${role})`) : WORDS[text('type')];
  const content = text('message.content').replace(/\s+/g, ' ');
  const more = content.length > LONGEST_TEXT ? `${content.slice(0, LONGEST_TEXT)}…` : content;
  const details = more || text('label.name') || text('milestone').replaceAll('_', ' ');
  const time = new Date(text('createdAt'));
  const clock = Number.isNaN(time.getTime()) ? '' : time.toTimeString().slice(0, 8);
  const paint = paintFor(host.stdout, host);
  const line = [who || text('conversationId'), words ?? text('type')].filter(Boolean).join('  ');
  return `${paint('dim', clock)}  ${onOneLine(line)}${details && `: ${onOneLine(details)}`}\n`;
}

function isObject(data: string): boolean {
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}

async function note(host: Host, text: string): Promise<void> {
  await write(host.stderr, `${paintFor(host.stderr, host)('dim', text)}\n`);
}
