import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../api/client';

/** Who is signed in. Refused with 401 where no session is open. */
export const accountQuery = queryOptions({
  queryKey: ['getAccount'],
  queryFn: () => dataOf(api.GET('/account')),
  staleTime: Infinity,
});

export const workspacesQuery = queryOptions({
  queryKey: ['listWorkspaces'],
  queryFn: async () => (await dataOf(api.GET('/workspaces'))).workspaces,
  staleTime: 60_000,
});

export const installationQuery = queryOptions({
  queryKey: ['getInstallation'],
  queryFn: () => dataOf(api.GET('/installation')),
  staleTime: Infinity,
});

/** The reader as a member of a workspace: role, and the agents that a restricted member may see. */
export const ownMemberQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['getOwnMember', workspaceId],
    queryFn: () => dataOf(api.GET('/workspaces/{workspaceId}/members/me', { params: { path: { workspaceId } } })),
    staleTime: 60_000,
  });

export function useOwnMember(workspaceId: string): Schemas['Member'] {
  return useSuspenseQuery(ownMemberQuery(workspaceId)).data;
}
