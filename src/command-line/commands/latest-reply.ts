import type { Capability } from '../capability';
import type { Environment } from '../environment';
import type { Service } from '../connection/service';
import { Refusal, UsageError } from '../errors';
import type { Values } from '../input/gather-input';
import { fieldOf } from '../output/fields';
import { call, operationIn } from './operations';

/** States of a reply that an operation can change. Any reply for others. */
const STATES: Readonly<Record<string, readonly string[]>> = {
  undoInboxMessage: ['queued'],
  retryInboxMessage: ['failed'],
  settleInboxMessage: ['uncertain'],
};

/** Operations that are for the author of a reply. An admin who means that of another member passes its id. */
const OF_AUTHORS = ['undoInboxMessage', 'editInboxMessage'];

/**
 * The id of the newest reply of members in the conversation, for a command that names none; to undo or
 * edit, that of the caller.
 *
 * @throws UsageError if there is none in the right state among the newest messages
 */
export async function latestReply(
  { operationId, api }: Capability,
  { workspaceId, conversationId }: Readonly<Values>,
  environment: Environment,
): Promise<string> {
  const listing = await environment.listing.get();
  const list = operationIn(listing, 'listConversationMessages');
  if (!api.path.startsWith(`${list.api.path}/`)) throw new UsageError('--message is missing.');
  const service = await environment.service();
  const { body } = await call(service, list, { workspaceId, conversationId, limit: 100 });
  const isOfAuthor = OF_AUTHORS.includes(operationId);
  const author = isOfAuthor ? await ownMemberId(service, operationIn(listing, 'getOwnMember'), workspaceId) : null;
  const states = STATES[operationId];
  const messages = [fieldOf(body, 'messages') ?? []].flat();
  const found = messages.find((one) => {
    const state = fieldOf(one, 'message.lifecycleStatus');
    const isMeant = author === null || fieldOf(one, 'authorMemberId') === author;
    return isMeant && typeof state === 'string' && (states?.includes(state) ?? true);
  });
  const id = fieldOf(found, 'id');
  if (typeof id === 'string') return id;
  const state = states ? ` that is ${states.join(' or ')}` : '';
  const whose = author === null ? '' : ' of yours';
  throw new UsageError(`The conversation has no reply${whose}${state}.`, 'List the messages: parley inbox messages');
}

/** Null without permission to read it: then the service decides. */
async function ownMemberId(service: Service, own: Capability, workspaceId: unknown): Promise<unknown> {
  try {
    return fieldOf((await call(service, own, { workspaceId })).body, 'id') ?? null;
  } catch (error) {
    if (error instanceof Refusal && error.status === 403) return null;
    throw error;
  }
}
