import { call, operationIn } from '../commands/operations';
import { explained, settle } from '../commands/place';
import { Refusal } from '../errors';
import { type Host, write } from '../host';
import type { Values } from '../input/gather-input';
import { cellOf, fieldOf } from '../output/fields';
import { ageOf, columnText } from '../output/forms';
import { onLines, onOneLine, safeJson } from '../output/printable';
import { type Paint, paintFor } from '../output/style';
import { JSON_OPTION, type WorkCommand, WORKSPACE_OPTION } from './work-command';

/** Messages that are shown if no other number is passed. */
const USUAL = '30';

/** A conversation as a person reads it: who it is with, and the texts from old to new. */
export const showConversation: WorkCommand = {
  group: 'inbox',
  verb: 'show',
  summary: 'Show a conversation with its messages',
  args: [['<conversation>', 'its number in the last list, the email of its contact, or its id']],
  options: [WORKSPACE_OPTION, ['--limit <number>', `newest messages; default: ${USUAL}`], JSON_OPTION],
  examples: ['inbox show 3', 'inbox show ann@example.com'],
  needs: ['getConversation', 'listConversationMessages', 'listMembers'],
  async run([conversation], { workspace, limit = USUAL, json = false }, { environment, host }) {
    const listing = await environment.listing.get();
    const values: Values = { workspaceId: workspace, conversationId: conversation };
    const get = operationIn(listing, 'getConversation');
    const place = await settle(get, values, { environment });
    const service = await environment.service();
    const read = async (operationId: string, more: Values = {}): Promise<unknown> =>
      (await call(service, operationIn(listing, operationId), { ...values, ...more })).body;
    const found = await read('getConversation').catch(async (error: unknown) => {
      throw await explained(error, place, environment);
    });
    const page = await read('listConversationMessages', { limit: Number(limit) || limit });
    const messages = listIn(page, 'messages').reverse();
    if (json) return write(host.stdout, `${safeJson({ conversation: found, messages })}\n`);
    const { workspaceId } = values;
    const members = await call(service, operationIn(listing, 'listMembers'), { workspaceId }).then(
      ({ body }) => listIn(body, 'members'),
      (error: unknown) => {
        // Without permission to list members, their messages have no names.
        if (error instanceof Refusal && error.status === 403) return [];
        throw error;
      },
    );
    const names = new Map(members.map((one) => [cellOf(fieldOf(one, 'id')), cellOf(fieldOf(one, 'name'))]));
    await write(host.stdout, textOf(found, messages, { names, host }));
  },
};

interface Shown {
  /** Names of members, by id. */
  names: ReadonlyMap<string, string>;
  host: Host;
}

function textOf(conversation: unknown, messages: readonly unknown[], { names, host }: Shown): string {
  const paint = paintFor(host.stdout, host);
  const contact = nameOfContact(conversation);
  const parts = messages.map((message) => messageText(message, { contact, names, paint }));
  return [headText(conversation, contact, names, paint), ...parts].join('\n');
}

function headText(conversation: unknown, contact: string, names: Shown['names'], paint: Paint): string {
  const text = (field: string): string => cellOf(fieldOf(conversation, field));
  const assignee = text('assigneeMemberId');
  const left = columnText(conversation, { title: '', fields: ['nextClock'], as: 'left' }, Date.now());
  const facts = [
    text('status'),
    assignee === '' ? 'unassigned' : `assigned to ${names.get(assignee) ?? 'a member'}`,
    text('labels.name') && `labels: ${text('labels.name')}`,
    left && `SLA left: ${left}`,
  ].filter(Boolean);
  const email = text('contact.email');
  const who = [contact, email !== contact && email && `<${email}>`].filter(Boolean).join(' ');
  const title = [who, text('subject')].filter(Boolean).join(' · ');
  return `${paint('bold', onOneLine(title))}\n${paint('dim', onOneLine(facts.join(' · ')))}\n`;
}

interface Written {
  contact: string;
  names: Shown['names'];
  paint: Paint;
}

function messageText(message: unknown, { contact, names, paint }: Written): string {
  const text = (field: string): string => cellOf(fieldOf(message, field));
  const author = names.get(text('authorMemberId')) ?? AUTHORS[text('role')] ?? text('role');
  const name = text('role') === 'customer' ? text('sender.name') || contact : author;
  const state = text('message.lifecycleStatus');
  const notes = [text('role') === 'note' && 'note', state !== 'sent' && state].filter(Boolean).join(', ');
  const age = ageOf(fieldOf(message, 'createdAt'), Date.now());
  const when = age === 'now' ? age : `${age} ago`;
  const head = `${paint('bold', onOneLine(name))}  ${paint('dim', onOneLine([when, notes].filter(Boolean).join(', ')))}`;
  const files = listIn(message, 'attachments').map((file) => `[file] ${cellOf(fieldOf(file, 'fileName'))}`);
  const lines = [...onLines(text('content')).split('\n'), ...files.map(onOneLine)];
  // Indented, so that no text can look like the head of another message.
  return [head, ...lines.map((line) => `  ${line}`.trimEnd()), ''].join('\n');
}

const AUTHORS: Readonly<Record<string, string>> = {
  agent: 'Agent',
  human: 'A member',
  note: 'A member',
  system: 'Parley',
};

function nameOfContact(conversation: unknown): string {
  const name = cellOf(fieldOf(conversation, 'contact.name')) || cellOf(fieldOf(conversation, 'contact.email'));
  return name || 'Visitor';
}

function listIn(body: unknown, field: string): unknown[] {
  const list = fieldOf(body, field);
  return Array.isArray(list) ? [...(list as unknown[])] : [];
}
