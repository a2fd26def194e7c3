import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, dataOf } from '../../api/client';
import { isProblem } from '../../api/problems';
import { fromFragment } from '../../fragment';
import { Form, FormProblem, Loading, Problem, SubmitButton, TextField } from '../../kit';
import { useText } from '../../words/words';
import { NotFound } from '../frame/failures';
import { installationQuery } from '../frame/session';
import { useEnter } from './entry';
import { EmailField, NameField, NewPasswordField } from './fields';
import { PublicPage } from './public-page';

/** The first account of an installation and its workspace, with the code that the service printed for its operator. */
export function Setup(): ReactNode {
  const text = useText();
  const enter = useEnter();
  const { data: installation, error, refetch } = useQuery(installationQuery);
  const printed = fromFragment('code');
  const [code, setCode] = useState(printed ?? '');
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [workspaceName, setWorkspaceName] = useState('');
  const setUp = useMutation({
    mutationFn: () => dataOf(api.POST('/installation/setup', { body: { code, email, name, password, workspaceName } })),
    onSuccess: ({ workspace }) => enter(`/w/${workspace.id}/welcome`),
  });
  if (error) return <Problem problem={error} onRetry={() => void refetch()} />;
  if (!installation) return <Loading />;
  if (!installation.needsSetup || (isProblem(setUp.error) && setUp.error.status === 404)) return <NotFound />;
  return (
    <PublicPage title={text('setup.title')}>
      <p>{text('setup.help')}</p>
      <Form onSubmit={() => setUp.mutate()} problem={setUp.error}>
        {(printed === null || setUp.error !== null) && (
          <TextField
            label={text('setup.code')}
            help={text('setup.codeHelp')}
            name="code"
            autoComplete="off"
            value={code}
            onChange={setCode}
            isRequired
          />
        )}
        <NameField value={name} onChange={setName} autoFocus />
        <EmailField value={email} onChange={setEmail} />
        <NewPasswordField label={text('entry.password')} value={password} onChange={setPassword} />
        <TextField
          label={text('workspace.name')}
          help={text('workspace.nameHelp')}
          name="workspaceName"
          autoComplete="organization"
          maxLength={255}
          value={workspaceName}
          onChange={setWorkspaceName}
          isRequired
        />
        <FormProblem problem={setUp.error} />
        <SubmitButton problem={setUp.error} isPending={setUp.isPending}>
          {text('setup.action')}
        </SubmitButton>
      </Form>
    </PublicPage>
  );
}
