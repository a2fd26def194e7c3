import { keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import type { Listing } from '../../kit';

interface Page {
  nextCursor: string | null;
}

interface Options<P extends Page, Item> {
  /** The operation, then its parameters. */
  queryKey: QueryKey;
  /** Reads one page. `cursor` is left out of the first. */
  read: (page: { cursor?: string }, signal: AbortSignal) => Promise<P>;
  itemsOf: (page: P) => readonly Item[];
  enabled?: boolean;
  /** Reads everything that is shown again, every so many ms. */
  refetchInterval?: number;
}

/** A list that the service gives page by page, for `Listed`. While other parameters are read, the former list stays. */
export function usePages<P extends Page, Item>({
  queryKey,
  read,
  itemsOf,
  enabled = true,
  refetchInterval,
}: Options<P, Item>): Listing<Item> {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    // Apart from reads of the same operation that keep one page.
    queryKey: [...queryKey, 'pages'],
    queryFn: ({ pageParam, signal }) => read(pageParam ? { cursor: pageParam } : {}, signal),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }: P) => nextCursor,
    placeholderData: keepPreviousData,
    enabled,
    ...(refetchInterval && { refetchInterval }),
  });
  return {
    items: data?.pages.flatMap((page) => itemsOf(page)),
    error,
    retry: () => void refetch(),
    more: hasNextPage ? () => void fetchNextPage() : null,
    isReadingMore: isFetchingNextPage,
  };
}
