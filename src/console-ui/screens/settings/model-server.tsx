import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { api, dataOf, type Schemas } from '../../api/client';
import {
  Button,
  ConfirmedButton,
  Form,
  FormProblem,
  Loading,
  Notice,
  notify,
  Problem,
  Screen,
  SubmitButton,
  TextField,
} from '../../kit';
import { useText } from '../../words/words';
import { LinesField } from '../agents/lines-field';
import { Unsaved } from '../frame/unsaved';

type Settings = Schemas['WorkspaceModelSettings'];
const ADDRESS = '/workspaces/{workspaceId}/model-settings';

/** The workspace's own server for models, whose key is never shown again. */
export function ModelServer(): ReactNode {
  const text = useText();
  const { workspaceId } = useParams({ from: '/w/$workspaceId' });
  const { data, error, refetch } = useQuery({
    queryKey: ['getWorkspaceModelSettings', workspaceId],
    queryFn: () => dataOf(api.GET(ADDRESS, { params: { path: { workspaceId } } })),
  });
  return (
    <Screen title={text('settings.model')}>
      <p className="soft">{text('model.help')}</p>
      {error && <Problem problem={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading rows={4} />}
      {data && <Server key={data.updatedAt} workspaceId={workspaceId} settings={data} />}
      {data?.baseUrl && <Test workspaceId={workspaceId} settings={data} />}
      {data?.baseUrl && <Remove workspaceId={workspaceId} />}
    </Screen>
  );
}

interface Props {
  workspaceId: string;
  settings: Settings;
}

function Server({ workspaceId, settings }: Props): ReactNode {
  const text = useText();
  const queries = useQueryClient();
  const [baseUrl, setBaseUrl] = useState(settings.baseUrl ?? '');
  const [apiKey, setApiKey] = useState('');
  const [models, setModels] = useState<readonly string[]>(settings.models);
  const [embeddingModel, setEmbedding] = useState(settings.embeddingModel ?? '');
  const movesTo = baseUrl !== (settings.baseUrl ?? '');
  const body: Schemas['UpdateWorkspaceModelSettingsInput'] = {
    ...(movesTo && { baseUrl }),
    // Another server gets no key of the former one: without a new key it has none.
    ...((apiKey !== '' || movesTo) && { apiKey: apiKey || null }),
    ...(models.join('\n') !== settings.models.join('\n') && { models: [...models] }),
    ...(embeddingModel !== (settings.embeddingModel ?? '') && { embeddingModel: embeddingModel || null }),
  };
  const isChanged = Object.keys(body).length > 0;
  const save = useMutation({
    mutationFn: () => dataOf(api.PATCH(ADDRESS, { params: { path: { workspaceId } }, body })),
    onSuccess: (saved) => {
      notify(text('common.saved'));
      queries.setQueryData(['getWorkspaceModelSettings', workspaceId], saved);
    },
    // The key that was typed stays in no cache.
    gcTime: 0,
  });
  return (
    <section className="section">
      <Form problem={save.error} onSubmit={() => save.mutate()}>
        <Unsaved isChanged={isChanged} />
        <TextField
          label={text('model.address')}
          help={text('model.addressHelp')}
          name="baseUrl"
          type="url"
          value={baseUrl}
          onChange={setBaseUrl}
          maxLength={2048}
          isRequired
        />
        <TextField
          label={text('model.key')}
          help={
            settings.hasApiKey && !movesTo
              ? text('model.keyKept', { hint: settings.apiKeyHint ?? '' })
              : text('model.keyHelp')
          }
          name="apiKey"
          type="password"
          autoComplete="off"
          value={apiKey}
          onChange={setApiKey}
          maxLength={1000}
        />
        <LinesField
          label={text('model.models')}
          help={text('model.modelsHelp')}
          name="models"
          lines={models}
          onChange={setModels}
        />
        <TextField
          label={text('model.embedding')}
          help={text('model.embeddingHelp')}
          name="embeddingModel"
          value={embeddingModel}
          onChange={setEmbedding}
          maxLength={200}
        />
        <FormProblem problem={save.error} />
        <SubmitButton problem={save.error} isPending={save.isPending} isDisabled={!isChanged}>
          {text('common.save')}
        </SubmitButton>
      </Form>
    </section>
  );
}

/** What the server answers to a few words. */
function Test({ workspaceId, settings }: Props): ReactNode {
  const text = useText();
  const test = useMutation({
    mutationFn: (model: string) =>
      dataOf(api.POST(`${ADDRESS}/test`, { params: { path: { workspaceId } }, body: { model } })),
  });
  const result = test.data;
  return (
    <section className="section" aria-labelledby="model-test">
      <h2 id="model-test">{text('model.test')}</h2>
      <div className="form-actions">
        {settings.models.map((model) => (
          <Button key={model} onPress={() => test.mutate(model)} isPending={test.isPending && test.variables === model}>
            {text('model.testOf', { model })}
          </Button>
        ))}
      </div>
      {test.error && <Problem problem={test.error} />}
      {result && (
        <div role="status">
          <p className={result.ok ? 'good' : 'wrong'}>
            {result.ok ? text('model.works', { model: result.model, count: result.milliseconds }) : result.problem}
          </p>
          {result.embedding && (
            <p className={result.embedding.ok ? 'good' : 'wrong'}>
              {result.embedding.ok
                ? text('model.works', { model: result.embedding.model, count: result.embedding.milliseconds })
                : result.embedding.problem}
            </p>
          )}
          {result.serverModels && (
            <p className="soft">{text('model.offers', { names: result.serverModels.slice(0, 20).join(', ') })}</p>
          )}
        </div>
      )}
    </section>
  );
}

function Remove({ workspaceId }: { workspaceId: string }): ReactNode {
  const text = useText();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => api.DELETE(ADDRESS, { params: { path: { workspaceId } } }),
    onError: ({ message }) => notify(message),
    onSettled: () => queries.invalidateQueries({ queryKey: ['getWorkspaceModelSettings', workspaceId] }),
  });
  return (
    <div>
      <ConfirmedButton
        title={text('model.removeTitle')}
        action={text('model.remove')}
        isPending={remove.isPending}
        onConfirm={() => remove.mutate()}
      >
        <Notice kind="warning">{text('model.removeHelp')}</Notice>
      </ConfirmedButton>
    </div>
  );
}
