import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { API_ADDRESS } from '../../api/client';
import { Button, Empty, LinkButton, Loading, Problem, Screen, Table, TextField, When } from '../../kit';
import { useText, useWords } from '../../words/words';
import { useSettled } from '../frame/settled';
import { CreateContact } from './contact-dialogs';
import { type Contact, contactsQuery, LAST_OFFSET, nameOfContact, PAGE } from './queries';

const ROUTE = '/w/$workspaceId/contacts';

/** Everyone that the reader may see, fifty at a time: any page of a million is one read, and only its rows are in the document. */
export function ContactList(): ReactNode {
  const text = useText();
  const { locale } = useWords();
  const navigate = useNavigate();
  const { workspaceId } = useParams({ from: ROUTE });
  const { q = '', page = 1 } = useSearch({ from: ROUTE });
  const [typed, setTyped] = useState(q);
  const [isCreating, setCreating] = useState(false);
  const search = useSettled(typed.trim());
  const { data, error, refetch, isPlaceholderData } = useQuery(contactsQuery(workspaceId, q, page));
  const open = (to: { q?: string; page?: number }): void =>
    void navigate({ to: ROUTE, params: { workspaceId }, search: to, replace: true });
  useEffect(() => {
    if (search !== q) open(search ? { q: search } : {});
    // Only what is typed leads to another address; going back in the history fills the field.
  }, [search]);
  useEffect(() => setTyped(q), [q]);
  const total = data?.total ?? 0;
  const pages = Math.max(1, Math.min(Math.ceil(total / PAGE), LAST_OFFSET / PAGE + 1));
  const turn = (to: number): void => open({ ...(q && { q }), ...(to > 1 && { page: to }) });
  const number = new Intl.NumberFormat(locale);
  const exportOf = (format: string) =>
    `${API_ADDRESS}/workspaces/${workspaceId}/contacts/export?${new URLSearchParams({ format, ...(q && { search: q }) }).toString()}`;
  const create = (
    <Button look="primary" icon="plus" onPress={() => setCreating(true)}>
      {text('contacts.create')}
    </Button>
  );
  return (
    <Screen
      title={text('rail.contacts')}
      actions={
        <>
          {create}
          <LinkButton to={`/w/${workspaceId}/contacts/import`} look="plain">
            {text('contacts.import')}
          </LinkButton>
        </>
      }
    >
      <TextField
        type="search"
        label={text('contacts.search')}
        help={text('contacts.searchHelp')}
        value={typed}
        onChange={setTyped}
        maxLength={200}
      />
      {error && <Problem problem={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading rows={8} />}
      {data && (
        <p role="status">
          {data.contacts.length > 0
            ? text('contacts.range', {
                from: number.format(data.offset + 1),
                to: number.format(data.offset + data.contacts.length),
                count: total,
              })
            : text('contacts.count', { count: total })}
        </p>
      )}
      {data && total === 0 && (
        <Empty action={q ? undefined : create}>{text(q ? 'contacts.noneFound' : 'contacts.none')}</Empty>
      )}
      {data && data.contacts.length > 0 && (
        <div data-stale={isPlaceholderData || undefined}>
          <Rows workspaceId={workspaceId} contacts={data.contacts} />
        </div>
      )}
      {data && pages > 1 && (
        <nav className="form-actions" aria-label={text('contacts.pages')}>
          <Button onPress={() => turn(page - 1)} isDisabled={page <= 1}>
            {text('contacts.previous')}
          </Button>
          <span>{text('contacts.page', { page, pages })}</span>
          <Button onPress={() => turn(page + 1)} isDisabled={page >= pages}>
            {text('contacts.next')}
          </Button>
          <Button look="quiet" onPress={() => turn(pages)} isDisabled={page >= pages}>
            {text('contacts.last')}
          </Button>
        </nav>
      )}
      {total > 0 && (
        <p className="form-actions">
          {text(q ? 'contacts.exportFound' : 'contacts.export')}
          <LinkButton to={exportOf('csv')}>CSV</LinkButton>
          <LinkButton to={exportOf('ndjson')}>NDJSON</LinkButton>
        </p>
      )}
      {isCreating && <CreateContact workspaceId={workspaceId} onClose={() => setCreating(false)} />}
    </Screen>
  );
}

function Rows({ workspaceId, contacts }: { workspaceId: string; contacts: readonly Contact[] }): ReactNode {
  const text = useText();
  const columns = [
    text('contact.name'),
    text('contact.email'),
    text('contact.phone'),
    text('contact.company'),
    text('contact.lastSeen'),
  ];
  return (
    <Table label={text('rail.contacts')} columns={columns}>
      {contacts.map((contact) => (
        <tr key={contact.id}>
          <th scope="row">
            <Link
              to="/w/$workspaceId/contacts/$contactId"
              params={{ workspaceId, contactId: contact.id }}
              className="link"
            >
              <bdi>{nameOfContact(contact) ?? text('contact.nameless')}</bdi>
            </Link>
            {contact.blocked && <small className="wrong">{text('contact.isBlocked')}</small>}
          </th>
          <td>
            <bdi>{contact.email}</bdi>
          </td>
          <td>
            <bdi dir="ltr">{contact.phone}</bdi>
          </td>
          <td>
            <bdi>{contact.company}</bdi>
          </td>
          <td>{contact.lastSeenAt ? <When at={contact.lastSeenAt} /> : text('contact.never')}</td>
        </tr>
      ))}
    </Table>
  );
}
