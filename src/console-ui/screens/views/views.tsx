import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { api } from '../../api/client';
import { mayUse } from '../../api/roles';
import { Button, ConfirmedButton, Empty, LinkButton, Loading, MoveButtons, notify, Problem, Screen } from '../../kit';
import { useText } from '../../words/words';
import { useOwnMember } from '../frame/session';
import { type View, viewCountsQuery, viewsQuery } from './queries';
import { ViewDialog } from './view-dialog';

/** Saved filters over conversations: shared ones, and those of the reader alone. */
export function Views(): ReactNode {
  const text = useText();
  const { workspaceId } = useParams({ from: '/w/$workspaceId/views' });
  const [open, setOpen] = useState<View | 'new' | null>(null);
  const { data, error, refetch } = useQuery(viewsQuery(workspaceId));
  const { data: counts } = useQuery(viewCountsQuery(workspaceId, data ?? []));
  const create = (
    <Button look="primary" icon="plus" onPress={() => setOpen('new')}>
      {text('views.create')}
    </Button>
  );
  const parts = (['workspace', 'private'] as const).map((visibility) => ({
    visibility,
    views: data?.filter((view) => view.visibility === visibility) ?? [],
  }));
  return (
    <Screen title={text('views.title')} actions={data?.length !== 0 && create}>
      <p className="soft">{text('views.help')}</p>
      {error && <Problem problem={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data?.length === 0 && <Empty action={create}>{text('views.none')}</Empty>}
      {parts
        .filter(({ views }) => views.length > 0)
        .map(({ visibility, views }) => (
          <section key={visibility} aria-labelledby={`views-${visibility}`}>
            <h2 id={`views-${visibility}`}>{text(`views.${visibility}`)}</h2>
            <ol className="rows">
              {views.map((view, at) => {
                const count = counts?.get(view.id);
                return (
                  <li key={view.id} className="row">
                    <div>
                      <LinkButton to={`/w/${workspaceId}/views/${view.id}`}>{view.name}</LinkButton>{' '}
                      {count && <span className="soft">{count.capped ? `${count.count}+` : count.count}</span>}
                      {view.broken && <small className="wrong">{text('views.broken')}</small>}
                    </div>
                    <Row view={view} at={at} among={views} onEdit={() => setOpen(view)} />
                  </li>
                );
              })}
            </ol>
          </section>
        ))}
      {open && (
        <ViewDialog workspaceId={workspaceId} view={open === 'new' ? null : open} onClose={() => setOpen(null)} />
      )}
    </Screen>
  );
}

interface RowProps {
  view: View;
  at: number;
  /** The views of the same kind, in their order. */
  among: readonly View[];
  onEdit: () => void;
}

function Row({ view, at, among, onEdit }: RowProps): ReactNode {
  const text = useText();
  const queries = useQueryClient();
  const { workspaceId, id: viewId, name } = view;
  const { role } = useOwnMember(workspaceId);
  const settled = {
    onError: ({ message }: Error) => notify(message),
    onSettled: () => queries.invalidateQueries(viewsQuery(workspaceId)),
  };
  const move = useMutation({
    mutationFn: (to: number) => {
      const viewIds = among.map(({ id }) => id).filter((id) => id !== viewId);
      viewIds.splice(to, 0, viewId);
      return api.PUT('/workspaces/{workspaceId}/views/order', { params: { path: { workspaceId } }, body: { viewIds } });
    },
    ...settled,
  });
  const remove = useMutation({
    mutationFn: () =>
      api.DELETE('/workspaces/{workspaceId}/views/{viewId}', { params: { path: { workspaceId, viewId } } }),
    ...settled,
  });
  // Private views are their reader's; shared ones belong to admins.
  if (view.visibility === 'workspace' && !mayUse(role, 'updateView')) return null;
  return (
    <div className="form-actions">
      <MoveButtons
        name={name}
        isFirst={at === 0}
        isLast={at === among.length - 1}
        isPending={move.isPending}
        onMove={(by) => move.mutate(at + by)}
      />
      <Button onPress={onEdit} aria-label={text('views.editOf', { name })}>
        {text('common.edit')}
      </Button>
      <ConfirmedButton
        title={text('views.removeTitle', { name })}
        action={text('common.remove')}
        isPending={remove.isPending}
        isInList
        onConfirm={() => remove.mutate()}
      >
        {text('views.removeHelp')}
      </ConfirmedButton>
    </div>
  );
}
