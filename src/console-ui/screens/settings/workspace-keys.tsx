import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { api, dataOf, type Schemas } from '../../api/client';
import {
  Button,
  CheckboxField,
  ConfirmedButton,
  Dialog,
  Empty,
  Form,
  FormProblem,
  Loading,
  notify,
  Problem,
  Screen,
  SecretDialog,
  SubmitButton,
  TextField,
  When,
} from '../../kit';
import { useText } from '../../words/words';
import { useOnce } from '../frame/once';

type Key = Schemas['WorkspaceKey'];
type Scope = Key['scopes'][number];
const SCOPES = ['agents:read', 'chat:write'] as const;

/** Keys by which programs of the workspace talk with its agents. */
export function WorkspaceKeys(): ReactNode {
  const text = useText();
  const { workspaceId } = useParams({ from: '/w/$workspaceId' });
  const [isCreating, setCreating] = useState(false);
  // In the state of this component only, until its dialog closes.
  const [secret, setSecret] = useState<string | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['listWorkspaceKeys', workspaceId],
    queryFn: async () =>
      (await dataOf(api.GET('/workspaces/{workspaceId}/keys', { params: { path: { workspaceId } } }))).keys,
  });
  const create = (
    <Button look="primary" icon="plus" onPress={() => setCreating(true)}>
      {text('keys.create')}
    </Button>
  );
  return (
    <Screen title={text('settings.keys')} actions={data?.length !== 0 && create}>
      <p className="soft">{text('keys.about')}</p>
      {error && <Problem problem={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data?.length === 0 && <Empty action={create}>{text('keys.nothing')}</Empty>}
      <ul className="rows">
        {data?.map((key) => (
          <Row key={key.id} of={key} />
        ))}
      </ul>
      {isCreating && (
        <Create
          workspaceId={workspaceId}
          onClose={() => setCreating(false)}
          onCreated={(created) => {
            setCreating(false);
            setSecret(created);
          }}
        />
      )}
      <SecretDialog
        title={text('keys.created')}
        label={text('keys.secret')}
        secret={secret}
        onClose={() => setSecret(null)}
      />
    </Screen>
  );
}

function Row({ of }: { of: Key }): ReactNode {
  const text = useText();
  const queries = useQueryClient();
  const { workspaceId, id: keyId, name } = of;
  const revoke = useMutation({
    mutationFn: () =>
      api.DELETE('/workspaces/{workspaceId}/keys/{keyId}', { params: { path: { workspaceId, keyId } } }),
    onSuccess: () => notify(text('keys.revoked', { name })),
    onError: ({ message }) => notify(message),
    onSettled: () => queries.invalidateQueries({ queryKey: ['listWorkspaceKeys', workspaceId] }),
  });
  return (
    <li className="row">
      <div>
        <bdi>{name}</bdi> <code>{of.secretPrefix}…</code>
        <small>{of.scopes.join(', ')}</small>
        <small>
          {of.revokedAt ? (
            <>
              {text('keys.revokedAt')} <When at={of.revokedAt} />
            </>
          ) : of.lastUsedAt ? (
            <>
              {text('keys.lastUsed')} <When at={of.lastUsedAt} />
            </>
          ) : (
            text('keys.unused')
          )}
        </small>
      </div>
      {!of.revokedAt && (
        <ConfirmedButton
          title={text('keys.revokeTitle', { name })}
          action={text('keys.revoke')}
          isPending={revoke.isPending}
          isInList
          onConfirm={() => revoke.mutate()}
        >
          {text('keys.revokeHelp')}
        </ConfirmedButton>
      )}
    </li>
  );
}

interface CreateProps {
  workspaceId: string;
  onClose: () => void;
  onCreated: (secret: string) => void;
}

function Create({ workspaceId, onClose, onCreated }: CreateProps): ReactNode {
  const text = useText();
  const queries = useQueryClient();
  const once = useOnce();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>(SCOPES);
  const create = useMutation({
    mutationFn: () => {
      const body = { name, scopes: [...scopes] };
      return once(body, (key) => {
        const params = { path: { workspaceId }, header: { 'Idempotency-Key': key } };
        return dataOf(api.POST('/workspaces/{workspaceId}/keys', { params, body }));
      });
    },
    onSuccess: ({ secret }) => {
      onCreated(secret);
      return queries.invalidateQueries({ queryKey: ['listWorkspaceKeys', workspaceId] });
    },
    // No cache keeps the secret.
    gcTime: 0,
  });
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={text('keys.create')}>
      <Form problem={create.error} onSubmit={() => create.mutate()}>
        <TextField label={text('keys.name')} name="name" value={name} onChange={setName} maxLength={100} isRequired />
        <fieldset className="plain-fieldset choices">
          <legend>{text('keys.scopes')}</legend>
          {SCOPES.map((scope) => (
            <CheckboxField
              key={scope}
              label={text(`keys.scope.${scope}`)}
              value={scopes.includes(scope)}
              onChange={(isOn) => setScopes(SCOPES.filter((one) => (one === scope ? isOn : scopes.includes(one))))}
            />
          ))}
        </fieldset>
        <FormProblem problem={create.error} />
        <SubmitButton problem={create.error} isPending={create.isPending} isDisabled={scopes.length === 0}>
          {text('keys.create')}
        </SubmitButton>
      </Form>
    </Dialog>
  );
}
