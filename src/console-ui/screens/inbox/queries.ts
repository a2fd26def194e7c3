import { queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../api/client';
import type { Conversation } from '../../live/records';

/** Members by id, for the names of authors and assignees. */
export const membersQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['listMembers', workspaceId],
    queryFn: async () => {
      const { members } = await dataOf(
        api.GET('/workspaces/{workspaceId}/members', { params: { path: { workspaceId } } }),
      );
      return members;
    },
    staleTime: 60_000,
  });

/** With `replyTo`, which lists do not have. */
export const conversationQuery = (workspaceId: string, conversationId: string) =>
  queryOptions({
    queryKey: ['getConversation', workspaceId, conversationId],
    queryFn: () =>
      dataOf(
        api.GET('/workspaces/{workspaceId}/inbox/{conversationId}', {
          params: { path: { workspaceId, conversationId } },
        }),
      ),
    staleTime: 0,
  });

/** The live support requests of a conversation with their clocks. Read anew when the conversation or its next clock changes. */
export const liveRequestsQuery = (workspaceId: string, row: Conversation) =>
  queryOptions({
    queryKey: ['listInboxLiveSupportRequests', workspaceId, row.id, row.version, row.nextClock, row.lastMessageAt],
    queryFn: () =>
      dataOf(
        api.GET('/workspaces/{workspaceId}/inbox/{conversationId}/support-requests/live', {
          params: { path: { workspaceId, conversationId: row.id } },
        }),
      ),
    placeholderData: (before, query) => (query?.queryKey[2] === row.id ? before : undefined),
  });

/** How a reply was delivered. Read anew when its state changes. */
export const storyQuery = (workspaceId: string, reply: Schemas['InboxMessage']) =>
  queryOptions({
    queryKey: ['getInboxMessage', workspaceId, reply.id, reply.lifecycleVersion],
    queryFn: () =>
      dataOf(
        api.GET('/workspaces/{workspaceId}/inbox/{conversationId}/messages/{messageId}', {
          params: { path: { workspaceId, conversationId: reply.conversationId, messageId: reply.id } },
        }),
      ),
    staleTime: Infinity,
  });

export function nameOf(members: readonly Schemas['Member'][] | undefined, id: string | null): string | null {
  return members?.find((member) => member.id === id)?.name ?? null;
}
