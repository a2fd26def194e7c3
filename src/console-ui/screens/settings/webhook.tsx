import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { api, dataOf, type Schemas } from '../../api/client';
import { isProblem } from '../../api/problems';
import {
  Button,
  ConfirmDialog,
  ConfirmedButton,
  LinkButton,
  Loading,
  notify,
  Problem,
  Screen,
  SecretDialog,
  When,
} from '../../kit';
import { useText } from '../../words/words';
import { NotFound } from '../frame/failures';
import { WebhookDeliveries } from './webhook-deliveries';
import { WebhookDialog } from './webhook-dialog';
import { WebhookReplay } from './webhook-replay';
import { State } from './webhooks';

type Webhook = Schemas['Webhook'];
/** A day, in which receivers change over. */
const GRACE_SECONDS = 86_400;

/** One webhook: whether it works, what it sent, and everything that can be done with it. */
export function WebhookScreen(): ReactNode {
  const text = useText();
  const { workspaceId, webhookId } = useParams({ from: '/w/$workspaceId/settings/webhooks/$webhookId' });
  const { data, error, refetch } = useQuery({
    queryKey: ['getWebhook', workspaceId, webhookId],
    queryFn: () =>
      dataOf(
        api.GET('/workspaces/{workspaceId}/webhooks/{webhookId}', { params: { path: { workspaceId, webhookId } } }),
      ),
    refetchInterval: 15_000,
  });
  if (isProblem(error) && (error.status === 404 || error.status === 400)) return <NotFound />;
  return (
    <Screen
      title={data ? (data.name ?? data.url) : text('settings.webhooks')}
      actions={
        <LinkButton to={`/w/${workspaceId}/settings/webhooks`} look="quiet" icon="back">
          {text('webhooks.all')}
        </LinkButton>
      }
    >
      {error && <Problem problem={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading rows={5} />}
      {data && (
        <>
          <State webhook={data} />
          <Facts webhook={data} />
          <Actions webhook={data} />
          <WebhookReplay webhook={data} />
          <WebhookDeliveries workspaceId={workspaceId} webhookId={webhookId} />
        </>
      )}
    </Screen>
  );
}

function Facts({ webhook }: { webhook: Webhook }): ReactNode {
  const text = useText();
  return (
    <dl className="facts">
      <div>
        <dt>{text('webhooks.url')}</dt>
        <dd dir="ltr">{webhook.url}</dd>
      </div>
      <div>
        <dt>{text('webhooks.events')}</dt>
        <dd>{webhook.events.join(', ')}</dd>
      </div>
      <div>
        <dt>{text('webhooks.lastDelivered')}</dt>
        <dd>{webhook.lastDeliveredAt ? <When at={webhook.lastDeliveredAt} /> : text('contact.never')}</dd>
      </div>
      {webhook.lastFailure && (
        <div>
          <dt>{text('webhooks.lastFailure')}</dt>
          <dd>
            {text(`webhooks.failure.${webhook.lastFailure.class}`)} {webhook.lastFailure.status}{' '}
            <When at={webhook.lastFailure.at} />
          </dd>
        </div>
      )}
      {webhook.lagSeconds > 0 && (
        <div>
          <dt>{text('webhooks.lag')}</dt>
          <dd>{text('webhooks.seconds', { count: webhook.lagSeconds })}</dd>
        </div>
      )}
      <div>
        <dt>{text('webhooks.secrets')}</dt>
        <dd>
          {webhook.secrets.map(({ id, hint, expiresAt }) => (
            <div key={id}>
              <code>…{hint}</code>{' '}
              {expiresAt && (
                <>
                  {text('webhooks.until')} <When at={expiresAt} />
                </>
              )}
            </div>
          ))}
        </dd>
      </div>
    </dl>
  );
}

function Actions({ webhook }: { webhook: Webhook }): ReactNode {
  const text = useText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [open, setOpen] = useState<'edit' | 'rotate' | null>(null);
  // In the state of this component only, until its dialog closes.
  const [secret, setSecret] = useState<string | null>(null);
  const { workspaceId, id: webhookId, version: expectedVersion } = webhook;
  const params = { path: { workspaceId, webhookId } };
  const settled = {
    onError: ({ message }: Error) => notify(message),
    onSettled: () => queries.invalidateQueries({ queryKey: ['getWebhook', workspaceId, webhookId] }),
  };
  const setState = useMutation({
    mutationFn: (state: 'active' | 'paused') =>
      api.PATCH('/workspaces/{workspaceId}/webhooks/{webhookId}', { params, body: { state, expectedVersion } }),
    ...settled,
  });
  const rotate = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST('/workspaces/{workspaceId}/webhooks/{webhookId}/secret/rotate', {
          params,
          body: { graceSeconds: GRACE_SECONDS },
        }),
      ),
    onSuccess: (receipt) => setSecret(receipt.secret),
    gcTime: 0,
    ...settled,
  });
  const test = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST('/workspaces/{workspaceId}/webhooks/{webhookId}/test', { params, body: { type: 'webhook.test' } }),
      ),
    onError: settled.onError,
  });
  const remove = useMutation({
    mutationFn: () => api.DELETE('/workspaces/{workspaceId}/webhooks/{webhookId}', { params }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['listWebhooks', workspaceId] });
      await navigate({ to: '/w/$workspaceId/settings/webhooks', params: { workspaceId } });
    },
    onError: settled.onError,
  });
  const isPaused = webhook.state === 'paused';
  return (
    <>
      <div className="form-actions">
        <Button onPress={() => setOpen('edit')}>{text('common.edit')}</Button>
        <Button onPress={() => test.mutate()} isPending={test.isPending}>
          {text('webhooks.test')}
        </Button>
        <Button onPress={() => setState.mutate(isPaused ? 'active' : 'paused')} isPending={setState.isPending}>
          {text(isPaused ? 'webhooks.resume' : 'webhooks.pause')}
        </Button>
        <Button onPress={() => setOpen('rotate')} isPending={rotate.isPending}>
          {text('webhooks.rotate')}
        </Button>
        <ConfirmedButton
          title={text('webhooks.removeTitle')}
          action={text('common.remove')}
          isPending={remove.isPending}
          onConfirm={() => remove.mutate()}
        >
          {text('webhooks.removeHelp')}
        </ConfirmedButton>
      </div>
      {test.data && (
        <p role="status" className={test.data.delivered ? 'good' : 'wrong'}>
          {test.data.delivered
            ? text('webhooks.testWorks', { status: String(test.data.status), count: test.data.durationMs })
            : test.data.failureClass && text(`webhooks.failure.${test.data.failureClass}`)}{' '}
          {test.data.responseExcerpt && <bdi>{test.data.responseExcerpt}</bdi>}
        </p>
      )}
      {open === 'edit' && <WebhookDialog workspaceId={workspaceId} webhook={webhook} onClose={() => setOpen(null)} />}
      <ConfirmDialog
        isOpen={open === 'rotate'}
        onOpenChange={(isOpen) => !isOpen && setOpen(null)}
        title={text('webhooks.rotateTitle')}
        action={text('webhooks.rotate')}
        onConfirm={() => rotate.mutate()}
      >
        {text('webhooks.rotateHelp')}
      </ConfirmDialog>
      <SecretDialog
        title={text('webhooks.rotated')}
        label={text('webhooks.secret')}
        secret={secret}
        onClose={() => setSecret(null)}
      />
    </>
  );
}
