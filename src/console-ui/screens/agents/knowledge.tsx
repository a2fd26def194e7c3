import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, dataOf } from '../../api/client';
import {
  Button,
  ConfirmDialog,
  Dialog,
  Empty,
  IconButton,
  Loading,
  Menu,
  MenuItem,
  MenuTrigger,
  notify,
  Problem,
  Progress,
  Tab,
  TabList,
  TabPanel,
  Tabs,
  When,
} from '../../kit';
import { sizeOf } from '../../words/sizes';
import { useText, useWords } from '../../words/words';
import { AddFiles } from './add-files';
import { PassageDialog } from './passage';
import { SourceFailure } from './source-failure';
import {
  type Agent,
  isUnfinished,
  pathOf,
  type Source,
  sourceProgressQuery,
  sourceScheduleQuery,
  sourcesQuery,
  type TabProps,
} from './queries';
import { AddSource, EditSource } from './source-form';
import { SourcePages } from './source-pages';

type Open = { what: 'text' | 'edit' | 'remove' | 'pages'; source: Source } | null;

/** Everything that the agent answers from. */
export function KnowledgeTab({ agent, isAdmin }: TabProps): ReactNode {
  const text = useText();
  const [open, setOpen] = useState<Open>(null);
  const [isAdding, setAdding] = useState(false);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    sourcesQuery(agent),
  );
  const sources = data?.pages.flatMap((page) => page.sources) ?? [];
  const close = () => setOpen(null);
  const actions = useSourceActions(agent);
  const add = isAdmin && (
    <Button look="primary" icon="plus" onPress={() => setAdding(true)}>
      {text('knowledge.add')}
    </Button>
  );
  return (
    <div className="knowledge">
      {sources.length > 0 && <div>{add}</div>}
      {error && <Problem problem={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && sources.length === 0 && <Empty action={add}>{text('knowledge.none')}</Empty>}
      {sources.length > 0 && (
        <div className="table-frame" tabIndex={0} role="region" aria-label={text('agents.tab.knowledge')}>
          <table className="sources">
            <thead>
              <tr>
                <th scope="col">{text('source.name')}</th>
                <th scope="col">{text('source.state')}</th>
                <th scope="col">{text('source.size')}</th>
                <th scope="col">{text('source.refreshed')}</th>
                <th scope="col">{text('source.next')}</th>
                <th scope="col">
                  <span className="for-screen-readers">{text('source.actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {sources.map((source) => (
                <SourceRow
                  key={source.id}
                  agent={agent}
                  isAdmin={isAdmin}
                  source={source}
                  onOpen={setOpen}
                  onRefresh={() => actions.refresh(source)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {hasNextPage && (
        <Button isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          {text('agents.more')}
        </Button>
      )}
      {isAdding && <AddDialog agent={agent} onClose={() => setAdding(false)} />}
      {open?.what === 'text' && (
        <PassageDialog
          agent={agent}
          place={{ sourceId: open.source.id, title: open.source.name, url: open.source.url }}
          onClose={close}
        />
      )}
      {open?.what === 'edit' && <EditSource agent={agent} source={open.source} onClose={close} />}
      {open?.what === 'pages' && <SourcePages agent={agent} source={open.source} isAdmin={isAdmin} onClose={close} />}
      {open?.what === 'remove' && (
        <ConfirmDialog
          isOpen
          onOpenChange={(isOpen) => !isOpen && close()}
          title={text('source.removeTitle', { name: open.source.name })}
          action={text('source.remove')}
          onConfirm={() => actions.remove(open.source)}
        >
          <p>{text(open.source.type === 'sitemap' ? 'source.removeSitemapHelp' : 'source.removeHelp')}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

function useSourceActions(agent: Agent) {
  const text = useText();
  const queries = useQueryClient();
  const params = (source: Source) => ({ params: { path: { ...pathOf(agent), sourceId: source.id } } });
  const onError = (error: Error) => notify(error.message);
  const onSettled = () => queries.invalidateQueries(sourcesQuery(agent));
  const refresh = useMutation({
    mutationFn: (source: Source) =>
      dataOf(api.POST('/workspaces/{workspaceId}/agents/{agentId}/sources/{sourceId}/refresh', params(source))),
    onSuccess: (source) => notify(text('source.refreshing', { name: source.name })),
    onError,
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (source: Source) =>
      dataOf(api.DELETE('/workspaces/{workspaceId}/agents/{agentId}/sources/{sourceId}', params(source))),
    onSuccess: (_, source) => notify(text('source.removed', { name: source.name })),
    onError,
    onSettled,
  });
  return { refresh: refresh.mutate, remove: remove.mutate };
}

interface RowProps extends TabProps {
  source: Source;
  onOpen: (open: Open) => void;
  onRefresh: () => void;
}

function SourceRow({ agent, isAdmin, source, onOpen, onRefresh }: RowProps): ReactNode {
  const text = useText();
  const { locale } = useWords();
  const isAddress = source.type === 'url' || source.type === 'sitemap';
  const { data: schedule } = useQuery({ ...sourceScheduleQuery(agent, source.id), enabled: isAddress });
  return (
    <tr>
      <th scope="row">
        <bdi>{source.name}</bdi>
        <small className="soft">{text(`source.type.${source.type}`)}</small>
      </th>
      <td>
        <SourceState agent={agent} source={source} />
      </td>
      <td>{sizeOf(source.sizeBytes, locale)}</td>
      <td>{source.lastIndexedAt ? <When at={source.lastIndexedAt} /> : '–'}</td>
      <td>{schedule?.nextAt ? <When at={schedule.nextAt} /> : '–'}</td>
      <td>
        <MenuTrigger>
          <IconButton icon="more" label={text('source.actionsOf', { name: source.name })} />
          <Menu
            onAction={(key) => (key === 'refresh' ? onRefresh() : onOpen({ what: key as 'text' | 'edit', source }))}
          >
            <MenuItem id="text" name={text('source.read')} />
            {isAddress && <MenuItem id="pages" name={text('source.details')} />}
            {isAdmin && <MenuItem id="edit" name={text('source.editAction')} />}
            {isAdmin && <MenuItem id="refresh" name={text('source.refresh')} />}
            {isAdmin && <MenuItem id="remove" name={text('source.remove')} />}
          </Menu>
        </MenuTrigger>
      </td>
    </tr>
  );
}

/** State and progress; after a failure, its reason and what to do. */
function SourceState({ agent, source }: { agent: Agent; source: Source }): ReactNode {
  const text = useText();
  const { data: progress } = useQuery({
    ...sourceProgressQuery(agent, source),
    enabled: isUnfinished(source) || source.type === 'sitemap',
  });
  const pages = progress?.pages;
  return (
    <>
      <span className={`state ${source.status}`}>{text(`source.status.${source.status}`)}</span>
      {isUnfinished(source) && <Progress label={source.name} value={progress?.progress ?? null} />}
      {pages && (
        <small>
          {text('source.pages', { ready: pages.ready, total: pages.total })}
          {pages.failed > 0 && <span className="wrong"> {text('source.failedPages', { count: pages.failed })}</span>}
        </small>
      )}
      {source.failure && (
        <small className="wrong">
          <SourceFailure of={source.failure} />
        </small>
      )}
      {source.refusedChunkCount > 0 && (
        <small className="wrong">{text('source.refused', { count: source.refusedChunkCount })}</small>
      )}
    </>
  );
}

/** The ways to add knowledge. */
function AddDialog({ agent, onClose }: { agent: Agent; onClose: () => void }): ReactNode {
  const text = useText();
  const added = (source: Source) => {
    notify(text('source.added', { name: source.name }));
    onClose();
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={text('knowledge.add')}
      role="alertdialog"
      size="large"
    >
      <Tabs>
        <TabList aria-label={text('knowledge.add')}>
          <Tab id="url">{text('source.type.url')}</Tab>
          <Tab id="sitemap">{text('source.type.sitemap')}</Tab>
          <Tab id="files">{text('knowledge.files')}</Tab>
          <Tab id="text">{text('source.type.text')}</Tab>
          <Tab id="qna">{text('source.type.qna')}</Tab>
        </TabList>
        {(['url', 'sitemap', 'text', 'qna'] as const).map((type) => (
          <TabPanel key={type} id={type}>
            <AddSource agent={agent} type={type} onAdded={added} />
          </TabPanel>
        ))}
        <TabPanel id="files">
          <AddFiles agent={agent} />
        </TabPanel>
      </Tabs>
    </Dialog>
  );
}
