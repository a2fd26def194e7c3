import { useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { api, dataOf, type Schemas } from '../../api/client';
import { Button, LinkButton, Listed, Screen, SecretDialog } from '../../kit';
import { useText } from '../../words/words';
import { usePages } from '../frame/pages';
import { WebhookDialog } from './webhook-dialog';

type Webhook = Schemas['Webhook'];

/** Addresses of the reader's that events are sent to. */
export function Webhooks(): ReactNode {
  const text = useText();
  const { workspaceId } = useParams({ from: '/w/$workspaceId' });
  const [isCreating, setCreating] = useState(false);
  // In the state of this component only, until its dialog closes.
  const [secret, setSecret] = useState<string | null>(null);
  const webhooks = usePages({
    queryKey: ['listWebhooks', workspaceId],
    read: (page) =>
      dataOf(
        api.GET('/workspaces/{workspaceId}/webhooks', {
          params: { path: { workspaceId }, query: { limit: 50, ...page } },
        }),
      ),
    itemsOf: (page) => page.webhooks,
  });
  const create = (
    <Button look="primary" icon="plus" onPress={() => setCreating(true)}>
      {text('webhooks.create')}
    </Button>
  );
  return (
    <Screen title={text('settings.webhooks')} actions={webhooks.items?.length !== 0 && create}>
      <p className="soft">{text('webhooks.help')}</p>
      <Listed of={webhooks} empty={text('webhooks.none')} action={create}>
        {(items) => (
          <ul className="rows">
            {items.map((webhook) => (
              <li key={webhook.id} className="row">
                <div>
                  <LinkButton to={`/w/${workspaceId}/settings/webhooks/${webhook.id}`}>
                    {webhook.name ?? webhook.url}
                  </LinkButton>
                  <small dir="ltr">{webhook.url}</small>
                </div>
                <State webhook={webhook} />
              </li>
            ))}
          </ul>
        )}
      </Listed>
      {isCreating && (
        <WebhookDialog
          workspaceId={workspaceId}
          webhook={null}
          onClose={() => setCreating(false)}
          onSecret={setSecret}
        />
      )}
      <SecretDialog
        title={text('webhooks.created')}
        label={text('webhooks.secret')}
        secret={secret}
        onClose={() => setSecret(null)}
      />
    </Screen>
  );
}

/** Whether it works, and what needs a person. */
export function State({ webhook: { state, pauseReason, needsAttention } }: { webhook: Webhook }): ReactNode {
  const text = useText();
  return (
    <div>
      <span className={`state ${state === 'active' ? 'active' : 'failed'}`}>{text(`webhooks.state.${state}`)}</span>
      {pauseReason && <small>{text(`webhooks.pause.${pauseReason}`)}</small>}
      {needsAttention
        .filter((need) => need !== 'paused')
        .map((need) => (
          <small key={need} className="wrong">
            {text(`webhooks.needs.${need}`)}
          </small>
        ))}
    </div>
  );
}
