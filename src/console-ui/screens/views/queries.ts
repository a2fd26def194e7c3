import { queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../api/client';

export type View = Schemas['View'];
export type Filter = View['filter'];

/** Shared ones first, each in their order. */
export const viewsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['listViews', workspaceId],
    queryFn: async () =>
      (await dataOf(api.GET('/workspaces/{workspaceId}/views', { params: { path: { workspaceId } } }))).views,
  });

/** Counts by the id of the view. The service counts 25 views in one read. */
export const viewCountsQuery = (workspaceId: string, views: readonly View[]) =>
  queryOptions({
    queryKey: ['getViewCounts', workspaceId, views.map(({ id, version }) => `${id} ${version}`)],
    queryFn: async () => {
      const ids = views.map(({ id }) => id);
      const parts = Array.from({ length: Math.ceil(ids.length / 25) }, (_, part) =>
        ids.slice(part * 25, part * 25 + 25),
      );
      const pages = await Promise.all(
        parts.map((part) =>
          dataOf(
            api.GET('/workspaces/{workspaceId}/views/counts', {
              params: { path: { workspaceId }, query: { viewIds: part.join(',') } },
            }),
          ),
        ),
      );
      return new Map(pages.flatMap(({ counts }) => counts.map((one) => [one.viewId, one] as const)));
    },
    enabled: views.length > 0,
    refetchInterval: 60_000,
  });
