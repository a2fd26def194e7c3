import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, dataOf, type Schemas } from '../../api/client';
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
import { AgentChoice } from '../frame/agent-choice';
import { useOnce } from '../frame/once';
import { LinesField } from '../agents/lines-field';

interface Props {
  workspaceId: string;
  /** Null: a new one. */
  webhook: Schemas['Webhook'] | null;
  onClose: () => void;
  onSecret?: (secret: string) => void;
}

export function WebhookDialog({ workspaceId, webhook, onClose, onSecret }: Props): ReactNode {
  const text = useText();
  const queries = useQueryClient();
  const once = useOnce();
  const [draft, setDraft] = useState(() => ({
    name: webhook?.name ?? '',
    url: webhook?.url ?? '',
    events: webhook?.events ?? (['*'] as readonly string[]),
    agentIds: webhook?.agentIds ?? null,
    content: webhook?.content ?? ('none' as const),
    ordering: webhook?.ordering ?? ('subject' as const),
  }));
  const change = (changes: Partial<typeof draft>): void => setDraft((before) => ({ ...before, ...changes }));
  const { data: types } = useQuery({
    queryKey: ['listEventTypes'],
    queryFn: async () => (await dataOf(api.GET('/event-types'))).eventTypes,
    staleTime: Infinity,
  });
  const save = useMutation({
    mutationFn: async () => {
      const body = {
        ...draft,
        name: draft.name || null,
        events: [...draft.events],
        agentIds: draft.agentIds && [...draft.agentIds],
      };
      if (!webhook) {
        const { secret } = await once(body, (key) => {
          const params = { path: { workspaceId }, header: { 'Idempotency-Key': key } };
          return dataOf(api.POST('/workspaces/{workspaceId}/webhooks', { params, body: { ...body, after: 'latest' } }));
        });
        return secret;
      }
      await api.PATCH('/workspaces/{workspaceId}/webhooks/{webhookId}', {
        params: { path: { workspaceId, webhookId: webhook.id } },
        body: { ...body, expectedVersion: webhook.version },
      });
      return null;
    },
    onSuccess: async (secret) => {
      await queries.invalidateQueries({ queryKey: ['listWebhooks', workspaceId] });
      if (webhook) {
        notify(text('common.saved'));
        await queries.invalidateQueries({ queryKey: ['getWebhook', workspaceId, webhook.id] });
      }
      onClose();
      if (secret !== null) onSecret?.(secret);
    },
    // No cache keeps the secret.
    gcTime: 0,
  });
  return (
    <Dialog
      role="alertdialog"
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={text(webhook ? 'webhooks.edit' : 'webhooks.create')}
    >
      <Form problem={save.error} onSubmit={() => save.mutate()}>
        <TextField
          label={text('webhooks.url')}
          help={text('webhooks.urlHelp')}
          name="url"
          type="url"
          value={draft.url}
          onChange={(url) => change({ url })}
          maxLength={2048}
          isRequired
        />
        <TextField
          label={text('webhooks.name')}
          name="name"
          value={draft.name}
          onChange={(name) => change({ name })}
          maxLength={100}
        />
        <LinesField
          label={text('webhooks.events')}
          help={text('webhooks.eventsHelp')}
          name="events"
          lines={draft.events}
          onChange={(events) => change({ events })}
        />
        {types && (
          <details>
            <summary>{text('webhooks.eventTypes')}</summary>
            <dl className="facts">
              {types.map(({ type, summary }) => (
                <div key={type}>
                  <dt>
                    <code>{type}</code>
                  </dt>
                  <dd>{summary}</dd>
                </div>
              ))}
            </dl>
          </details>
        )}
        <SelectField
          label={text('webhooks.content')}
          options={(['none', 'current'] as const).map((value) => ({ value, name: text(`webhooks.content.${value}`) }))}
          value={draft.content}
          onChange={(content) => change({ content })}
        />
        <SelectField
          label={text('webhooks.ordering')}
          options={(['subject', 'none'] as const).map((value) => ({ value, name: text(`webhooks.ordering.${value}`) }))}
          value={draft.ordering}
          onChange={(ordering) => change({ ordering })}
        />
        <SwitchField
          label={text('webhooks.allAgents')}
          value={draft.agentIds === null}
          onChange={(all) => change({ agentIds: all ? null : [] })}
        />
        {draft.agentIds !== null && (
          <AgentChoice
            workspaceId={workspaceId}
            label={text('webhooks.agents')}
            help={text('webhooks.agentsHelp')}
            chosen={draft.agentIds}
            onChange={(agentIds) => change({ agentIds: [...agentIds] })}
          />
        )}
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
