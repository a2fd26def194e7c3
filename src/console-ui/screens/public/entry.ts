import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { api } from '../../api/client';

/** Opens an address of the console as the person who has just signed in. What was read before belongs to another one. */
export function useEnter(): (to?: string) => Promise<void> {
  const router = useRouter();
  const queries = useQueryClient();
  return async (to = '/') => {
    queries.clear();
    await router.navigate({ to, replace: true });
  };
}

export async function openSession(email: string, password: string): Promise<void> {
  await api.POST('/sessions', { body: { email, password } });
}
