import { runOperation } from '../commands/operation-command';
import { operationIn } from '../commands/operations';
import type { Environment } from '../environment';
import { UsageError } from '../errors';
import { Directory } from '../names/directory';
import { fieldOf } from '../output/fields';
import { onOneLine } from '../output/printable';
import { JSON_OPTION, type WorkCommand, WORKSPACE_OPTION } from './work-command';

/** Assigns by one flag of the operation, which has others for the subject. */
export const assignConversation: WorkCommand = {
  group: 'inbox',
  verb: 'assign',
  summary: 'Assign a conversation to a member',
  args: [
    ['<conversation>', 'its number in the last list, the email of its contact, or its id'],
    ['[member]', 'name, email or id, or me; default: me'],
  ],
  options: [WORKSPACE_OPTION, ['--none', 'take the assignee away'], JSON_OPTION],
  examples: ['inbox assign 3', 'inbox assign 3 bea@example.com', 'inbox assign 3 --none'],
  needs: ['updateConversation'],
  async run([conversation = '', member], { workspace, none = false, json = false }, { environment, host }) {
    if (none && member !== undefined) throw new UsageError('--none does not allow a member.');
    const capability = operationIn(await environment.listing.get(), 'updateConversation');
    const texts = new Map([['conversation', [conversation]]]);
    if (workspace !== undefined) texts.set('workspace', [workspace]);
    if (!none) texts.set('assignee-member-id', [member ?? 'me']);
    const options = { json, ...(none && { unset: ['assignee-member-id'] }) };
    const outcome = (body: unknown): Promise<string> => assignment(body, environment);
    await runOperation({ capability, texts, options, outcome }, environment, host);
  },
};

async function assignment(body: unknown, environment: Environment): Promise<string> {
  const id = fieldOf(body, 'assigneeMemberId');
  if (typeof id !== 'string') return 'Unassigned.';
  const members = await new Directory(environment)
    .every('member', { workspaceId: fieldOf(body, 'workspaceId') })
    // The conversation is assigned, also by a credential that may not list members.
    .catch(() => []);
  return `Assigned to ${onOneLine(members.find((one) => one.id === id)?.names[0] ?? 'a member')}.`;
}
