import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, dataOf } from '../../api/client';
import { LinkButton, Problem } from '../../kit';
import { useText } from '../../words/words';
import { nameOfContact } from '../contacts/queries';

const SHOWN = 5;

/** The contacts that are named like the search. Their pages have their conversations. */
export function FoundContacts({ workspaceId, q }: { workspaceId: string; q: string }): ReactNode {
  const text = useText();
  const { data, error, refetch } = useQuery({
    queryKey: ['listContacts', workspaceId, 'found', q],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/workspaces/{workspaceId}/contacts', {
          params: { path: { workspaceId }, query: { limit: SHOWN, search: q } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
  if (error) return <Problem problem={error} onRetry={() => void refetch()} />;
  if (!data || data.contacts.length === 0) return null;
  return (
    <section className="found-contacts" aria-labelledby="found-contacts">
      <h2 id="found-contacts">{text('rail.contacts')}</h2>
      <ul className="rows">
        {data.contacts.map((contact) => (
          <li key={contact.id} className="row">
            <div>
              <LinkButton to={`/w/${workspaceId}/contacts/${contact.id}`}>
                <bdi>{nameOfContact(contact) ?? text('inbox.visitor')}</bdi>
              </LinkButton>
              {contact.name && contact.email && (
                <small>
                  <bdi dir="ltr">{contact.email}</bdi>
                </small>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
