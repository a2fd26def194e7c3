import type { RequestSnapshot } from './support-events';
import type { SupportRequest } from './support-request.entity';

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
