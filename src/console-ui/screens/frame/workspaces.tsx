import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { api, dataOf } from '../../api/client';
import { Button, Form, FormProblem, Loading, Problem, Screen, SubmitButton, TextField } from '../../kit';
import { useText } from '../../words/words';
import { workspacesQuery } from './session';
import { Shell } from './shell';
import { useSignOut } from './sign-out';

/** The workspaces of the account, and a new one. */
export function Workspaces(): ReactNode {
  const text = useText();
  return (
    <Shell>
      <Screen title={text('start.title')}>
        <WorkspaceList />
        <CreateWorkspace />
        <SignOut />
      </Screen>
    </Shell>
  );
}

function WorkspaceList(): ReactNode {
  const text = useText();
  const { data, error, refetch } = useQuery(workspacesQuery);
  if (error) return <Problem problem={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  if (data.length === 0) return <p>{text('start.none')}</p>;
  return (
    <ul className="rows">
      {data.map(({ id, name }) => (
        <li key={id}>
          <Link to="/w/$workspaceId" params={{ workspaceId: id }} className="row">
            <bdi>{name}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function CreateWorkspace(): ReactNode {
  const text = useText();
  const router = useRouter();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const create = useMutation({
    mutationFn: () => dataOf(api.POST('/workspaces', { body: { name } })),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: workspacesQuery.queryKey });
      await router.navigate({ to: '/w/$workspaceId', params: { workspaceId: id } });
    },
  });
  return (
    <section className="section">
      <h2>{text('start.create')}</h2>
      <Form onSubmit={() => create.mutate()} problem={create.error}>
        <TextField
          label={text('workspace.name')}
          help={text('workspace.nameHelp')}
          name="name"
          maxLength={255}
          value={name}
          onChange={setName}
          isRequired
        />
        <FormProblem problem={create.error} />
        <SubmitButton problem={create.error} isPending={create.isPending}>
          {text('start.createAction')}
        </SubmitButton>
      </Form>
    </section>
  );
}

function SignOut(): ReactNode {
  const text = useText();
  const signOut = useSignOut();
  return (
    <div>
      <Button onPress={() => signOut.mutate()} isPending={signOut.isPending}>
        {text('signOut.action')}
      </Button>
      <FormProblem problem={signOut.error} />
    </div>
  );
}
