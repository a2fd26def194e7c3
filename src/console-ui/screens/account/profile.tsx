import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, dataOf, type Schemas } from '../../api/client';
import { Form, FormProblem, notify, Screen, SubmitButton } from '../../kit';
import { useText } from '../../words/words';
import { accountQuery } from '../frame/session';
import { Unsaved } from '../frame/unsaved';
import { NameField, NewPasswordField, PasswordField } from '../public/fields';

export function Profile(): ReactNode {
  const text = useText();
  const { data: account } = useQuery(accountQuery);
  if (!account) return null;
  return (
    <Screen title={text('account.profile')}>
      <Name account={account} />
      <Password />
    </Screen>
  );
}

function Name({ account }: { account: Schemas['Account'] }): ReactNode {
  const text = useText();
  const queries = useQueryClient();
  const [name, setName] = useState(account.name);
  const save = useMutation({
    mutationFn: () => dataOf(api.PATCH('/account', { body: { name } })),
    onSuccess: (saved) => {
      queries.setQueryData(accountQuery.queryKey, saved);
      setName(saved.name);
      notify(text('common.saved'));
    },
  });
  return (
    <section className="section">
      <h2>{text('account.name')}</h2>
      <p>{text('account.email', { email: account.email })}</p>
      <Form onSubmit={() => save.mutate()} problem={save.error}>
        <Unsaved isChanged={name !== account.name} />
        <NameField value={name} onChange={setName} />
        <FormProblem problem={save.error} />
        <SubmitButton problem={save.error} isPending={save.isPending} isDisabled={name === account.name}>
          {text('common.save')}
        </SubmitButton>
      </Form>
    </section>
  );
}

function Password(): ReactNode {
  const text = useText();
  const [currentPassword, setCurrent] = useState('');
  const [newPassword, setNew] = useState('');
  const change = useMutation({
    mutationFn: () => api.POST('/account/password', { body: { currentPassword, newPassword } }),
    onSuccess: () => {
      setCurrent('');
      setNew('');
      notify(text('account.passwordChanged'));
    },
  });
  return (
    <section className="section">
      <h2>{text('account.password')}</h2>
      <p>{text('account.passwordHelp')}</p>
      <Form onSubmit={() => change.mutate()} problem={change.error}>
        <PasswordField
          label={text('account.currentPassword')}
          name="currentPassword"
          value={currentPassword}
          onChange={setCurrent}
        />
        <NewPasswordField name="newPassword" value={newPassword} onChange={setNew} />
        <FormProblem problem={change.error} />
        <SubmitButton problem={change.error} isPending={change.isPending}>
          {text('account.changePassword')}
        </SubmitButton>
      </Form>
    </section>
  );
}
