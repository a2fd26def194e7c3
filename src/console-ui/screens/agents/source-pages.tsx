import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, dataOf } from '../../api/client';
import { Button, Dialog, FormProblem, Loading, Problem, SelectField } from '../../kit';
import { useMessage, useText } from '../../words/words';
import { type Agent, pathOf, type Source, sourcePagesQuery, sourceScheduleQuery } from './queries';

interface Props {
  agent: Agent;
  source: Source;
  isAdmin: boolean;
  onClose: () => void;
}

/** How often an address is fetched again, and the pages of a sitemap with their failures. */
export function SourcePages({ agent, source, isAdmin, onClose }: Props): ReactNode {
  const text = useText();
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={source.name} size="large">
      {source.url && (
        <p>
          <bdi dir="ltr">{source.url}</bdi>
        </p>
      )}
      {isAdmin && <Schedule agent={agent} source={source} />}
      {source.failedSitemaps.length > 0 && (
        <ul className="changes">
          {source.failedSitemaps.map(({ url, message }) => (
            <li key={url} className="wrong">
              <bdi dir="ltr">{url}</bdi>: {message}
            </li>
          ))}
        </ul>
      )}
      {source.type === 'sitemap' && <Pages agent={agent} source={source} />}
      <footer>
        <Button onPress={onClose}>{text('common.close')}</Button>
      </footer>
    </Dialog>
  );
}

const HOURS = ['never', '24', '168', '720'] as const;

function Schedule({ agent, source }: { agent: Agent; source: Source }): ReactNode {
  const text = useText();
  const queries = useQueryClient();
  const query = sourceScheduleQuery(agent, source.id);
  const { data, error, refetch } = useQuery(query);
  const update = useMutation({
    mutationFn: (refreshHours: number | null) =>
      dataOf(
        api.PATCH('/workspaces/{workspaceId}/agents/{agentId}/sources/{sourceId}/schedule', {
          params: { path: { ...pathOf(agent), sourceId: source.id } },
          body: { refreshHours },
        }),
      ),
    onSuccess: (schedule) => queries.setQueryData(query.queryKey, schedule),
  });
  if (error) return <Problem problem={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading rows={1} />;
  const value = data.refreshHours === null ? 'never' : String(data.refreshHours);
  const options = (HOURS as readonly string[]).includes(value) ? HOURS : [...HOURS, value];
  return (
    <>
      <SelectField
        label={text('source.schedule')}
        options={options.map((hours) => ({
          value: hours,
          name: hours === 'never' ? text('source.never') : text('source.everyHours', { count: Number(hours) }),
        }))}
        value={value}
        onChange={(hours) => update.mutate(hours === 'never' ? null : Number(hours))}
        isDisabled={update.isPending}
      />
      <FormProblem problem={update.error} />
    </>
  );
}

function Pages({ agent, source }: { agent: Agent; source: Source }): ReactNode {
  const text = useText();
  const message = useMessage();
  const [onlyFailed, setOnlyFailed] = useState(false);
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(sourcePagesQuery(agent, source.id));
  const pages = (data?.pages.flatMap(({ sources }) => sources) ?? []).filter(
    ({ failure }) => !onlyFailed || failure !== null,
  );
  return (
    <section aria-label={text('source.pagesTitle')}>
      <h3>{text('source.pagesTitle')}</h3>
      {error && <Problem problem={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      <p>
        <Button onPress={() => setOnlyFailed(!onlyFailed)}>
          {text(onlyFailed ? 'source.showAll' : 'source.showFailed')}
        </Button>
      </p>
      <ul className="changes">
        {pages.map((page) => (
          <li key={page.id}>
            <bdi dir="ltr">{page.url}</bdi>{' '}
            <span className={`state ${page.status}`}>{text(`source.status.${page.status}`)}</span>
            {page.failure && <small className="wrong"> {message(page.failure.message)}</small>}
          </li>
        ))}
      </ul>
      {hasNextPage && <Button onPress={() => void fetchNextPage()}>{text('agents.more')}</Button>}
    </section>
  );
}
