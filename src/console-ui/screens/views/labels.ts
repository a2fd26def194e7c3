import { useQuery } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../api/client';

/** All labels of the workspace, at most 500. */
export function useAllLabels(workspaceId: string): readonly Schemas['Label'][] {
  const { data } = useQuery({
    queryKey: ['listLabels', workspaceId, 'all'],
    queryFn: async () =>
      (
        await dataOf(
          api.GET('/workspaces/{workspaceId}/labels', { params: { path: { workspaceId }, query: { limit: 500 } } }),
        )
      ).labels,
    staleTime: 60_000,
  });
  return data ?? [];
}
