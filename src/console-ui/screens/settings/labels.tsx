import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { api, dataOf, type Schemas } from '../../api/client';
import { mayUse } from '../../api/roles';
import {
  Button,
  ConfirmedButton,
  Dialog,
  Form,
  FormProblem,
  Listed,
  notify,
  Screen,
  SubmitButton,
  TextField,
} from '../../kit';
import { useText } from '../../words/words';
import { useOnce } from '../frame/once';
import { usePages } from '../frame/pages';
import { useOwnMember } from '../frame/session';

type Label = Schemas['Label'];
const GRAY = '#6b7280';

/** Marks for conversations. Every member adds labels; admins change and remove them for everyone. */
export function Labels(): ReactNode {
  const text = useText();
  const { workspaceId } = useParams({ from: '/w/$workspaceId' });
  const { role } = useOwnMember(workspaceId);
  const [open, setOpen] = useState<Label | 'new' | null>(null);
  const labels = usePages({
    queryKey: ['listLabels', workspaceId],
    read: (page) =>
      dataOf(
        api.GET('/workspaces/{workspaceId}/labels', {
          params: { path: { workspaceId }, query: { limit: 100, ...page } },
        }),
      ),
    itemsOf: (page) => page.labels,
  });
  const create = (
    <Button look="primary" icon="plus" onPress={() => setOpen('new')}>
      {text('labels.create')}
    </Button>
  );
  return (
    <Screen title={text('settings.labels')} actions={labels.items?.length !== 0 && create}>
      <Listed of={labels} empty={text('labels.none')} action={create}>
        {(items) => (
          <ul className="rows">
            {items.map((label) => (
              <li key={label.id} className="row">
                <div>
                  <span className="swatch" style={{ backgroundColor: label.color }} /> <bdi>{label.name}</bdi>
                </div>
                {mayUse(role, 'updateLabel') && (
                  <Button onPress={() => setOpen(label)} aria-label={text('labels.editOf', { name: label.name })}>
                    {text('common.edit')}
                  </Button>
                )}
                {mayUse(role, 'removeLabel') && <Remove label={label} />}
              </li>
            ))}
          </ul>
        )}
      </Listed>
      {open && <Edit workspaceId={workspaceId} label={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </Screen>
  );
}

function Edit({
  workspaceId,
  label,
  onClose,
}: {
  workspaceId: string;
  label: Label | null;
  onClose: () => void;
}): ReactNode {
  const text = useText();
  const queries = useQueryClient();
  const once = useOnce();
  const [name, setName] = useState(label?.name ?? '');
  const [color, setColor] = useState(label?.color ?? GRAY);
  const save = useMutation({
    mutationFn: () => {
      const body = { name, color };
      return label
        ? api.PATCH('/workspaces/{workspaceId}/labels/{labelId}', {
            params: { path: { workspaceId, labelId: label.id } },
            body,
          })
        : once(body, (key) =>
            api.POST('/workspaces/{workspaceId}/labels', {
              params: { path: { workspaceId }, header: { 'Idempotency-Key': key } },
              body,
            }),
          );
    },
    onSuccess: async () => {
      notify(text('common.saved'));
      await queries.invalidateQueries({ queryKey: ['listLabels', workspaceId] });
      onClose();
    },
  });
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={text(label ? 'labels.edit' : 'labels.create')}
    >
      <Form problem={save.error} onSubmit={() => save.mutate()}>
        <TextField label={text('labels.name')} name="name" value={name} onChange={setName} maxLength={60} isRequired />
        <TextField label={text('labels.color')} name="color" type="color" value={color} onChange={setColor} />
        <FormProblem problem={save.error} />
        <SubmitButton problem={save.error} isPending={save.isPending}>
          {text('common.save')}
        </SubmitButton>
      </Form>
    </Dialog>
  );
}

function Remove({ label }: { label: Label }): ReactNode {
  const text = useText();
  const queries = useQueryClient();
  const { workspaceId, id: labelId, name } = label;
  const remove = useMutation({
    mutationFn: () =>
      api.DELETE('/workspaces/{workspaceId}/labels/{labelId}', { params: { path: { workspaceId, labelId } } }),
    onError: ({ message }) => notify(message),
    onSettled: () => queries.invalidateQueries({ queryKey: ['listLabels', workspaceId] }),
  });
  return (
    <ConfirmedButton
      title={text('labels.removeTitle', { name })}
      action={text('common.remove')}
      isPending={remove.isPending}
      isInList
      onConfirm={() => remove.mutate()}
    >
      {text('labels.removeHelp')}
    </ConfirmedButton>
  );
}
