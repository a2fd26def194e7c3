import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, dataOf } from '../../api/client';
import { Button, ConfirmDialog, FormProblem, Loading, Problem, SecretDialog, When } from '../../kit';
import { useText } from '../../words/words';
import { useOnce } from '../frame/once';
import { type Agent, pathOf } from './queries';

/** Keys by which the reader's own site says who a visitor is. */
export function IdentityKeys({ agent }: { agent: Agent }): ReactNode {
  const text = useText();
  const queries = useQueryClient();
  const once = useOnce();
  const path = pathOf(agent);
  // In the state of this component only, until its dialog closes.
  const [secret, setSecret] = useState<string | null>(null);
  const [revoking, setRevoking] = useState<string | null>(null);
  const queryKey = ['listIdentityKeys', agent.workspaceId, agent.id];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async () =>
      (await dataOf(api.GET('/workspaces/{workspaceId}/agents/{agentId}/identity-keys', { params: { path } }))).keys,
  });
  const onSettled = () => queries.invalidateQueries({ queryKey });
  const create = useMutation({
    mutationFn: () =>
      once(null, (key) =>
        dataOf(
          api.POST('/workspaces/{workspaceId}/agents/{agentId}/identity-keys', {
            params: { path, header: { 'Idempotency-Key': key } },
          }),
        ),
      ),
    onSuccess: (receipt) => {
      setSecret(receipt.secret);
      // The cache of the mutation keeps no secret either.
      create.reset();
    },
    gcTime: 0,
    onSettled,
  });
  const revoke = useMutation({
    mutationFn: (identityKeyId: string) =>
      dataOf(
        api.DELETE('/workspaces/{workspaceId}/agents/{agentId}/identity-keys/{identityKeyId}', {
          params: { path: { ...path, identityKeyId } },
        }),
      ),
    onSettled,
  });
  return (
    <section className="part" aria-labelledby="keys-title">
      <h2 id="keys-title">{text('identity.title')}</h2>
      <p className="soft">{text('identity.help')}</p>
      {error && <Problem problem={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading rows={1} />}
      <ul className="changes">
        {data?.map((key) => (
          <li key={key.id}>
            <code dir="ltr">{key.id}</code> · <When at={key.createdAt} />{' '}
            {key.revokedAt ? (
              <span className="soft">{text('identity.revoked')}</span>
            ) : (
              <Button
                look="danger"
                aria-label={`${text('identity.revoke')}: ${key.id}`}
                onPress={() => setRevoking(key.id)}
              >
                {text('identity.revoke')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div>
        <Button icon="plus" isPending={create.isPending} onPress={() => create.mutate()}>
          {text('identity.create')}
        </Button>
      </div>
      <FormProblem problem={create.error ?? revoke.error} />
      <SecretDialog
        title={text('identity.created')}
        label={text('identity.secret')}
        secret={secret}
        onClose={() => setSecret(null)}
      />
      <ConfirmDialog
        isOpen={revoking !== null}
        onOpenChange={(isOpen) => !isOpen && setRevoking(null)}
        title={text('identity.revokeTitle')}
        action={text('identity.revoke')}
        onConfirm={() => revoke.mutate(revoking!)}
      >
        {text('identity.revokeHelp')}
      </ConfirmDialog>
    </section>
  );
}
