import { changesOf, type ComparedFields } from '../common/event-types/changes';
import type { RequestLogFacts, RequestSnapshot } from './support-events';
import type { SupportRequest } from './support-request.entity';
import type { TransitionKind } from './support-request.types';

export function snapshotOf(request: SupportRequest): RequestSnapshot {
  const { workspaceId, agentId, conversationId, id: supportRequestId, version } = request;
  const { origin, priority, state, episodeNumber, openedAt, createdAt } = request;
  return {
    ...{ workspaceId, agentId, conversationId, supportRequestId, version },
    ...{ origin, priority, state, episodeNumber },
    openedAt: openedAt.toISOString(),
    createdAt: createdAt.toISOString(),
  };
}

const COMPARED: ComparedFields<SupportRequest> = {
  state: 'value',
  priority: 'value',
  assigneeMemberId: 'value',
  subject: 'text',
  episodeNumber: 'value',
  waitingOn: 'value',
  dispositionCode: 'value',
};

/** A request as the log shows it after a change. `before` null: it is new. */
export function logFactsOf(
  request: SupportRequest,
  before: SupportRequest | null,
  transitionKind: TransitionKind | null,
): RequestLogFacts {
  const { workspaceId, agentId, conversationId, id: supportRequestId, version } = request;
  const { state, priority, assigneeMemberId, episodeNumber, waitingOn, dispositionCode } = request;
  return {
    ...{ workspaceId, agentId, conversationId, supportRequestId, version },
    ...{ state, priority, assigneeMemberId, episodeNumber, waitingOn, dispositionCode, transitionKind },
    ...(before ? changesOf<SupportRequest>(before, request, COMPARED) : { changed: [], previous: {} }),
  };
}
