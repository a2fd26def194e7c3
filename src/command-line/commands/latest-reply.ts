import type { Capability } from '../capability';
import type { Environment } from '../environment';
import { UsageError } from '../errors';
import type { Values } from '../input/gather-input';
import { fieldOf } from '../output/fields';
import { call, operationIn } from './operations';

/** States of a reply that an operation can change. Any reply for others. */
const STATES: Readonly<Record<string, readonly string[]>> = {
  undoInboxMessage: ['queued'],
  retryInboxMessage: ['failed'],
  settleInboxMessage: ['uncertain'],
};

/**
 * The id of the newest reply of members in the conversation, for a command that names none.
 *
 * @throws UsageError if there is none in the right state among the newest messages
 */
export async function latestReply(
  { operationId, api }: Capability,
  { workspaceId, conversationId }: Readonly<Values>,
  environment: Environment,
): Promise<string> {
  const list = operationIn(await environment.listing.get(), 'listConversationMessages');
  if (!api.path.startsWith(`${list.api.path}/`)) throw new UsageError('--message is missing.');
  const { body } = await call(await environment.service(), list, { workspaceId, conversationId, limit: 100 });
  const states = STATES[operationId];
  const messages = [fieldOf(body, 'messages') ?? []].flat();
  const found = messages.find((one) => {
    const state = fieldOf(one, 'message.lifecycleStatus');
    return typeof state === 'string' && (states?.includes(state) ?? true);
  });
  const id = fieldOf(found, 'id');
  if (typeof id === 'string') return id;
  const state = states ? ` that is ${states.join(' or ')}` : '';
  throw new UsageError(`The conversation has no reply${state}.`, 'List the messages: parley inbox messages');
}
