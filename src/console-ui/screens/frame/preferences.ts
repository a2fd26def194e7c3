import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, dataOf, type Schemas } from '../../api/client';
import { keyMap } from '../../keys';

export const preferencesQuery = queryOptions({
  queryKey: ['getAccountPreferences'],
  queryFn: () => dataOf(api.GET('/account/preferences')),
  staleTime: 5 * 60_000,
});

/** What the account has chosen. Undefined until it was read: then the defaults of the service hold. */
export function usePreferences(): Schemas['AccountPreferences'] | undefined {
  return useQuery(preferencesQuery).data;
}

/** Sends the changed preferences only. */
export function useUpdatePreferences() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas['UpdateAccountPreferencesInput']) => dataOf(api.PATCH('/account/preferences', { body })),
    onSuccess: (preferences) => queries.setQueryData(preferencesQuery.queryKey, preferences),
  });
}

/** Theme, density and single keys of the whole page follow the account. */
export function useAppliedPreferences(): void {
  const preferences = usePreferences();
  useEffect(() => {
    if (!preferences) return;
    const { dataset } = document.documentElement;
    if (preferences.theme === 'system') delete dataset['theme'];
    else dataset['theme'] = preferences.theme;
    dataset['density'] = preferences.console.density;
    keyMap.singleKeys = preferences.console.shortcuts;
  }, [preferences]);
}
