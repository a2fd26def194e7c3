import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { api, dataOf } from '../../api/client';
import { LinkButton, Listed, Screen, SelectField, TextField } from '../../kit';
import { useText } from '../../words/words';
import { usePages } from '../frame/pages';
import { useSettled } from '../frame/settled';
import { CHANNELS, ROLES, type MessageSearch, STATUSES } from './filters';
import { FoundContacts } from './found-contacts';
import { Results } from './results';

const ROUTE = '/w/$workspaceId/search';
const ANY = 'any';
const SHORTEST = 2;

/**
 * Words in messages, notes, subjects and names of files, and contacts by what is known of them. The address has the whole search, so
 * that back returns to it.
 */
export function Search(): ReactNode {
  const text = useText();
  const navigate = useNavigate();
  const { workspaceId } = useParams({ from: ROUTE });
  const search = useSearch({ from: ROUTE });
  const { q = '', ...filter } = search;
  const [typed, setTyped] = useState(q);
  const settled = useSettled(typed.trim(), 300);
  const isLong = q.length >= SHORTEST;
  const open = (to: MessageSearch): void =>
    void navigate({ to: ROUTE, params: { workspaceId }, search: to, replace: true });
  useEffect(() => {
    if (settled !== q) open({ ...filter, ...(settled && { q: settled }) });
    // Only what is typed leads to another address; going back in the history fills the field.
  }, [settled]);
  useEffect(() => setTyped(q), [q]);
  const found = usePages({
    queryKey: ['searchMessages', workspaceId, search],
    read: (page, signal) =>
      dataOf(
        api.GET('/workspaces/{workspaceId}/inbox/search', {
          params: { path: { workspaceId }, query: { q, limit: 30, ...filter, ...page } },
          signal,
        }),
      ),
    itemsOf: (page) => page.results,
    enabled: isLong,
  });
  const change = (changes: { [Name in keyof MessageSearch]?: MessageSearch[Name] | undefined }): void =>
    open(Object.fromEntries(Object.entries({ ...search, ...changes }).filter(([, value]) => value !== undefined)));
  const pick = <V extends string>(value: string): V | undefined => (value === ANY ? undefined : (value as V));
  const any = { value: ANY, name: text('queue.any') };
  return (
    <Screen
      title={text('rail.search')}
      actions={
        <LinkButton to={`/w/${workspaceId}/views`} look="plain">
          {text('views.title')}
        </LinkButton>
      }
    >
      <TextField
        type="search"
        label={text('search.words')}
        help={text('search.help')}
        value={typed}
        onChange={setTyped}
        maxLength={200}
        autoFocus
      />
      <div className="filters">
        <SelectField
          label={text('search.writtenBy')}
          options={[any, ...ROLES.map((value) => ({ value, name: text(`search.role.${value}`) }))]}
          value={filter.role ?? ANY}
          onChange={(value) => change({ role: pick(value) })}
        />
        <SelectField
          label={text('search.channel')}
          options={[
            any,
            ...CHANNELS.map((value) => ({ value, name: text(value === 'email' ? 'contact.mail' : 'contact.chat') })),
          ]}
          value={filter.channel ?? ANY}
          onChange={(value) => change({ channel: pick(value) })}
        />
        <SelectField
          label={text('search.status')}
          options={[any, ...STATUSES.map((value) => ({ value, name: text(`contact.status.${value}`) }))]}
          value={filter.status ?? ANY}
          onChange={(value) => change({ status: pick(value) })}
        />
        <SelectField
          label={text('search.files')}
          options={[
            any,
            { value: 'with', name: text('search.withFiles') },
            { value: 'without', name: text('search.withoutFiles') },
          ]}
          value={filter.hasFile === undefined ? ANY : filter.hasFile ? 'with' : 'without'}
          onChange={(value) => change({ hasFile: value === ANY ? undefined : value === 'with' })}
        />
      </div>
      {isLong && <FoundContacts workspaceId={workspaceId} q={q} />}
      {isLong ? (
        <Listed of={found} rows={6} empty={text('search.none')}>
          {(items) => <Results workspaceId={workspaceId} items={items} />}
        </Listed>
      ) : (
        <p className="soft">{text('search.type')}</p>
      )}
    </Screen>
  );
}
