import { QueryClient } from '@tanstack/react-query';
import { isProblem } from './problems';

/**
 * What screens other than the inbox have read. A key is the operation, then its parameters: `['listMembers', workspaceId]`.
 *
 * Reads are tried again where the service asked to wait or was not reached; other refusals stay.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (count, error) => count < 4 && isProblem(error) && isTemporary(error.status),
      retryDelay: (count, error) =>
        (isProblem(error) && error.retryAfterMs) || Math.min(1_000 * 2 ** count, 15_000) * (0.5 + Math.random() / 2),
    },
    mutations: { retry: false },
  },
});

function isTemporary(status: number): boolean {
  return status === 0 || status === 429 || status === 502 || status === 503;
}
