import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../api/client';

export type Agent = Schemas['Agent'];
export type Source = Schemas['Source'];
export type Trial = Schemas['Trial'];

/** Of one tab of an agent. `isAdmin`: whether the reader may change it; other members read and try. */
export interface TabProps {
  agent: Agent;
  isAdmin: boolean;
}

/** An agent's place in the paths of the API. */
export function pathOf({ workspaceId, id }: Pick<Agent, 'workspaceId' | 'id'>) {
  return { workspaceId, agentId: id };
}

/** Which files customers can send, and how large. */
export const fileSettingsQuery = (agent: Pick<Agent, 'id' | 'workspaceId'>) =>
  queryOptions({
    queryKey: ['getFileSettings', agent.workspaceId, agent.id],
    queryFn: () =>
      dataOf(api.GET('/workspaces/{workspaceId}/agents/{agentId}/file-settings', { params: { path: pathOf(agent) } })),
  });

export const agentsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['listAgents', workspaceId],
    queryFn: () => dataOf(api.GET('/workspaces/{workspaceId}/agents', { params: { path: { workspaceId } } })),
  });

export const agentQuery = (workspaceId: string, agentId: string) =>
  queryOptions({
    queryKey: ['getAgent', workspaceId, agentId],
    queryFn: () =>
      dataOf(api.GET('/workspaces/{workspaceId}/agents/{agentId}', { params: { path: { workspaceId, agentId } } })),
  });

const UNFINISHED: ReadonlySet<Source['status']> = new Set(['queued', 'fetching', 'processing', 'deleting']);

export function isUnfinished({ status }: Pick<Source, 'status'>): boolean {
  return UNFINISHED.has(status);
}

/** Newest first; read again while the service works at one of them. */
export const sourcesQuery = (agent: Agent) =>
  infiniteQueryOptions({
    queryKey: ['listSources', agent.workspaceId, agent.id],
    queryFn: ({ pageParam }) =>
      dataOf(
        api.GET('/workspaces/{workspaceId}/agents/{agentId}/sources', {
          params: { path: pathOf(agent), query: { limit: 25, ...(pageParam && { cursor: pageParam }) } },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ sources }) => sources.some(isUnfinished)) ? 1_500 : false,
  });

const ofSource = (agent: Agent, sourceId: string) => ({ params: { path: { ...pathOf(agent), sourceId } } });

export const sourceQuery = (agent: Agent, sourceId: string) =>
  queryOptions({
    queryKey: ['getSource', agent.workspaceId, agent.id, sourceId],
    queryFn: () =>
      dataOf(api.GET('/workspaces/{workspaceId}/agents/{agentId}/sources/{sourceId}', ofSource(agent, sourceId))),
  });

export const sourceTextQuery = (agent: Agent, sourceId: string) =>
  queryOptions({
    queryKey: ['getSourceText', agent.workspaceId, agent.id, sourceId],
    queryFn: () =>
      dataOf(api.GET('/workspaces/{workspaceId}/agents/{agentId}/sources/{sourceId}/text', ofSource(agent, sourceId))),
  });

export const sourceProgressQuery = (agent: Agent, source: Source) =>
  queryOptions({
    queryKey: ['getSourceProgress', agent.workspaceId, agent.id, source.id, source.status],
    queryFn: () =>
      dataOf(
        api.GET('/workspaces/{workspaceId}/agents/{agentId}/sources/{sourceId}/progress', ofSource(agent, source.id)),
      ),
    refetchInterval: isUnfinished(source) ? 1_500 : false,
  });

export const sourceScheduleQuery = (agent: Agent, sourceId: string) =>
  queryOptions({
    queryKey: ['getSourceSchedule', agent.workspaceId, agent.id, sourceId],
    queryFn: () =>
      dataOf(
        api.GET('/workspaces/{workspaceId}/agents/{agentId}/sources/{sourceId}/schedule', ofSource(agent, sourceId)),
      ),
  });

export const sourcePagesQuery = (agent: Agent, sourceId: string) =>
  infiniteQueryOptions({
    queryKey: ['listSourcePages', agent.workspaceId, agent.id, sourceId],
    queryFn: ({ pageParam }) =>
      dataOf(
        api.GET('/workspaces/{workspaceId}/agents/{agentId}/sources/{sourceId}/pages', {
          params: {
            path: { ...pathOf(agent), sourceId },
            query: { limit: 100, ...(pageParam && { cursor: pageParam }) },
          },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
