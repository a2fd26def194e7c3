import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../api/client';

export type Contact = Schemas['Contact'];

/** Contacts of one page of the list. The service skips at most a million. */
export const PAGE = 50;
export const LAST_OFFSET = 1_000_000;

export const contactsQuery = (workspaceId: string, search: string, page: number) =>
  queryOptions({
    queryKey: ['listContacts', workspaceId, search, page],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/workspaces/{workspaceId}/contacts', {
          params: {
            path: { workspaceId },
            query: { limit: PAGE, offset: (page - 1) * PAGE, ...(search && { search }) },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const contactQuery = (workspaceId: string, contactId: string) =>
  queryOptions({
    queryKey: ['readContactProfile', workspaceId, contactId],
    queryFn: () =>
      dataOf(
        api.GET('/workspaces/{workspaceId}/contacts/{contactId}', { params: { path: { workspaceId, contactId } } }),
      ),
  });

export const contactVisitsQuery = (workspaceId: string, contactId: string) =>
  queryOptions({
    queryKey: ['listContactVisits', workspaceId, contactId],
    queryFn: async () =>
      (
        await dataOf(
          api.GET('/workspaces/{workspaceId}/contacts/{contactId}/visits', {
            params: { path: { workspaceId, contactId } },
          }),
        )
      ).visits,
  });

/** What people call the contact. Null: nothing is known that could be shown. */
export function nameOfContact({
  name,
  email,
  phone,
  externalId,
}: Pick<Contact, 'name' | 'email' | 'phone' | 'externalId'>): string | null {
  return name ?? email ?? phone ?? externalId;
}
