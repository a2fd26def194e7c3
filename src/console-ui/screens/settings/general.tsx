import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { api, dataOf, type Schemas } from '../../api/client';
import { Form, FormProblem, Loading, notify, Problem, Screen, SubmitButton, TextField } from '../../kit';
import { useText } from '../../words/words';
import { workspacesQuery } from '../frame/session';
import { Unsaved } from '../frame/unsaved';

export function General(): ReactNode {
  const text = useText();
  const { workspaceId } = useParams({ from: '/w/$workspaceId' });
  const { data, error, refetch } = useQuery(workspacesQuery);
  const workspace = data?.find(({ id }) => id === workspaceId);
  return (
    <Screen title={text('settings.general')}>
      {error ? (
        <Problem problem={error} onRetry={() => void refetch()} />
      ) : !workspace ? (
        <Loading />
      ) : (
        <Name key={workspaceId} workspace={workspace} />
      )}
    </Screen>
  );
}

function Name({ workspace }: { workspace: Schemas['Workspace'] }): ReactNode {
  const text = useText();
  const queries = useQueryClient();
  const [name, setName] = useState(workspace.name);
  const [timezone, setTimezone] = useState(workspace.timezone);
  const isChanged = name !== workspace.name || timezone !== workspace.timezone;
  const save = useMutation({
    mutationFn: () =>
      dataOf(
        api.PATCH('/workspaces/{workspaceId}', {
          params: { path: { workspaceId: workspace.id } },
          body: { name, timezone },
        }),
      ),
    onSuccess: (saved) => {
      queries.setQueryData(workspacesQuery.queryKey, (all) => all?.map((one) => (one.id === saved.id ? saved : one)));
      setName(saved.name);
      setTimezone(saved.timezone);
      notify(text('common.saved'));
    },
  });
  return (
    <section className="section">
      <Form onSubmit={() => save.mutate()} problem={save.error}>
        <Unsaved isChanged={isChanged} />
        <TextField
          label={text('workspace.name')}
          help={text('workspace.nameHelp')}
          name="name"
          maxLength={255}
          value={name}
          onChange={setName}
          isRequired
        />
        <TextField
          label={text('workspace.timezone')}
          help={text('workspace.timezoneHelp')}
          name="timezone"
          maxLength={64}
          value={timezone}
          onChange={setTimezone}
          isRequired
        />
        <FormProblem problem={save.error} />
        <SubmitButton problem={save.error} isPending={save.isPending} isDisabled={!isChanged}>
          {text('common.save')}
        </SubmitButton>
      </Form>
    </section>
  );
}
