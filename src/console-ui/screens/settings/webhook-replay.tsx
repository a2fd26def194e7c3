import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, dataOf, type Schemas } from '../../api/client';
import { Button, Form, FormProblem, notify, Problem, SubmitButton, TextField } from '../../kit';
import { useText } from '../../words/words';

const ADDRESS = '/workspaces/{workspaceId}/webhooks/{webhookId}/replays';

/** Sends the events of a past period again, and shows how far that is. */
export function WebhookReplay({ webhook }: { webhook: Schemas['Webhook'] }): ReactNode {
  const text = useText();
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [replayId, setReplayId] = useState<string | null>(null);
  const path = { workspaceId: webhook.workspaceId, webhookId: webhook.id };
  const start = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST(ADDRESS, {
          params: { path },
          body: { from: new Date(from).toISOString(), ...(to && { to: new Date(to).toISOString() }) },
        }),
      ),
    onSuccess: ({ id }) => setReplayId(id),
  });
  return (
    <section className="section" aria-labelledby="replay-title">
      <h2 id="replay-title">{text('webhooks.replay')}</h2>
      <p className="soft">{text('webhooks.replayHelp')}</p>
      <Form problem={start.error} onSubmit={() => start.mutate()}>
        <TextField
          label={text('webhooks.replayFrom')}
          name="from"
          type="datetime-local"
          value={from}
          onChange={setFrom}
          isRequired
        />
        <TextField
          label={text('webhooks.replayTo')}
          help={text('webhooks.replayToHelp')}
          name="to"
          type="datetime-local"
          value={to}
          onChange={setTo}
        />
        <FormProblem problem={start.error} />
        <div>
          <SubmitButton look="plain" problem={start.error} isPending={start.isPending}>
            {text('webhooks.replay')}
          </SubmitButton>
        </div>
      </Form>
      {replayId && <Progress workspaceId={webhook.workspaceId} webhookId={webhook.id} replayId={replayId} />}
    </section>
  );
}

function Progress(path: { workspaceId: string; webhookId: string; replayId: string }): ReactNode {
  const text = useText();
  const params = { params: { path } };
  const { data, error, refetch } = useQuery({
    queryKey: ['getWebhookReplay', path.workspaceId, path.webhookId, path.replayId],
    queryFn: () => dataOf(api.GET(`${ADDRESS}/{replayId}`, params)),
    refetchInterval: ({ state }) => (state.data && state.data.state !== 'running' ? false : 2_000),
  });
  const cancel = useMutation({
    mutationFn: () => api.DELETE(`${ADDRESS}/{replayId}`, params),
    onError: ({ message }) => notify(message),
    onSettled: () => refetch(),
  });
  if (error) return <Problem problem={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  return (
    <div className="form-actions" role="status">
      <span>
        {text(`webhooks.replay.${data.state}`)} {text('webhooks.replaySent', { count: data.sent })}{' '}
        {data.failed > 0 && text('webhooks.replayFailed', { count: data.failed })}
      </span>
      {data.state === 'running' && (
        <Button onPress={() => cancel.mutate()} isPending={cancel.isPending}>
          {text('webhooks.replayCancel')}
        </Button>
      )}
    </div>
  );
}
