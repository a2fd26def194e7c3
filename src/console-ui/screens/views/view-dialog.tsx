import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, dataOf } from '../../api/client';
import { mayUse } from '../../api/roles';
import {
  Button,
  Dialog,
  Form,
  FormProblem,
  notify,
  SelectField,
  SubmitButton,
  SwitchField,
  TextField,
} from '../../kit';
import { useText } from '../../words/words';
import { useOnce } from '../frame/once';
import { useOwnMember } from '../frame/session';
import { type Filter, type View, viewsQuery } from './queries';
import { FilterFields } from './filter-fields';

interface Props {
  workspaceId: string;
  /** Null: a new one. */
  view: View | null;
  onClose: () => void;
}

export function ViewDialog({ workspaceId, view, onClose }: Props): ReactNode {
  const text = useText();
  const queries = useQueryClient();
  const once = useOnce();
  const own = useOwnMember(workspaceId);
  const [name, setName] = useState(view?.name ?? '');
  const [sort, setSort] = useState<View['sort']>(view?.sort ?? 'activity');
  const [visibility, setVisibility] = useState<View['visibility']>(view?.visibility ?? 'private');
  const [filter, setFilter] = useState<Filter>(view?.filter ?? { status: 'open' });
  const mayShare = mayUse(own.role, 'updateView') && (!view || view.authorMemberId === own.id);
  const { data: views } = useQuery(viewsQuery(workspaceId));
  const save = useMutation({
    mutationFn: () => {
      const body = { name, sort, filter, ...(mayShare && { visibility }) };
      return view
        ? dataOf(
            api.PATCH('/workspaces/{workspaceId}/views/{viewId}', {
              params: { path: { workspaceId, viewId: view.id } },
              // Read again after a refusal, so that a second press saves over what another member saved.
              body: { ...body, expectedVersion: views?.find(({ id }) => id === view.id)?.version ?? view.version },
            }),
          )
        : once(body, (key) =>
            dataOf(
              api.POST('/workspaces/{workspaceId}/views', {
                params: { path: { workspaceId }, header: { 'Idempotency-Key': key } },
                body: { ...body, visibility },
              }),
            ),
          );
    },
    onSuccess: async () => {
      notify(text('common.saved'));
      await queries.invalidateQueries({ queryKey: ['listConversations', workspaceId, 'view'] });
      onClose();
    },
    onSettled: () => queries.invalidateQueries(viewsQuery(workspaceId)),
  });
  return (
    <Dialog
      role="alertdialog"
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={text(view ? 'views.edit' : 'views.create')}
    >
      <Form problem={save.error} onSubmit={() => save.mutate()}>
        <TextField label={text('views.name')} name="name" value={name} onChange={setName} maxLength={60} isRequired />
        {mayShare && (
          <SwitchField
            label={text('views.share')}
            value={visibility === 'workspace'}
            onChange={(isShared) => setVisibility(isShared ? 'workspace' : 'private')}
          />
        )}
        <FilterFields workspaceId={workspaceId} filter={filter} onChange={setFilter} />
        <SelectField
          label={text('views.sort')}
          options={(['activity', 'waiting', 'created'] as const).map((value) => ({
            value,
            name: text(`views.sort.${value}`),
          }))}
          value={sort}
          onChange={setSort}
        />
        <FormProblem problem={save.error} />
        <footer>
          <Button onPress={onClose}>{text('common.cancel')}</Button>
          <SubmitButton problem={save.error} isPending={save.isPending}>
            {text('common.save')}
          </SubmitButton>
        </footer>
      </Form>
    </Dialog>
  );
}
