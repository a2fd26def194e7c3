import { keepPreviousData, useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, dataOf, type Schemas } from '../../api/client';
import { LinkButton, When } from '../../kit';
import { useText } from '../../words/words';
import { personOf } from '../inbox/person';

type Found = Schemas['FoundText'];

interface Props {
  workspaceId: string;
  items: readonly Found[];
}

/** What was found, each with the person whose conversation it is of. */
export function Results({ workspaceId, items }: Props): ReactNode {
  const people = usePeople(
    workspaceId,
    items.map(({ conversationId }) => conversationId),
  );
  return (
    <ul className="rows found">
      {items.map((one, at) => (
        <li key={`${one.messageId ?? one.conversationId} ${one.kind} ${at}`} className="row">
          <Result workspaceId={workspaceId} found={one} person={people.get(one.conversationId)} />
        </li>
      ))}
    </ul>
  );
}

/** Opens its conversation at the message. */
function Result({
  workspaceId,
  found,
  person,
}: {
  workspaceId: string;
  found: Found;
  person: string | undefined;
}): ReactNode {
  const text = useText();
  const kind =
    found.kind === 'message' && found.role ? text(`search.role.${found.role}`) : text(`search.kind.${found.kind}`);
  return (
    <div>
      <LinkButton to={`/w/${workspaceId}/inbox/all/${found.conversationId}`}>
        <bdi>{found.snippet.map(({ text: part, hit }, at) => (hit ? <mark key={at}>{part}</mark> : part))}</bdi>
      </LinkButton>
      <small>
        {person !== undefined && (
          <>
            <bdi>{person}</bdi> ·{' '}
          </>
        )}
        {kind} · <When at={found.at} />
      </small>
    </div>
  );
}

/** As many conversations as one read takes. */
const BATCH = 100;

/** Whom conversations are with, by their ids. */
function usePeople(workspaceId: string, conversationIds: readonly string[]): ReadonlyMap<string, string> {
  const text = useText();
  const ids = [...new Set(conversationIds)];
  const batches = Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, at) =>
    ids.slice(at * BATCH, (at + 1) * BATCH).join(','),
  );
  const found = useQueries({
    queries: batches.map((batch) => ({
      queryKey: ['listConversations', workspaceId, 'ids', batch],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        dataOf(
          api.GET('/workspaces/{workspaceId}/inbox', {
            params: { path: { workspaceId }, query: { ids: batch, limit: BATCH } },
            signal,
          }),
        ),
      placeholderData: keepPreviousData,
    })),
  });
  return new Map(
    found.flatMap(({ data }) => data?.conversations ?? []).map((one) => [one.id, personOf(one, text)] as const),
  );
}
