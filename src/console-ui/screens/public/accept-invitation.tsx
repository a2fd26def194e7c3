import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, dataOf } from '../../api/client';
import { isProblem } from '../../api/problems';
import { fromFragment } from '../../fragment';
import { Button, Form, FormProblem, LinkButton, Loading, SubmitButton } from '../../kit';
import { useText } from '../../words/words';
import { accountQuery } from '../frame/session';
import { useEnter } from './entry';
import { NameField, NewPasswordField } from './fields';
import { BrokenLink, PublicPage } from './public-page';
import { SignInForm } from './sign-in-form';

/** With the token of the mail: an account that is signed in accepts; a new person sets name and password; other accounts sign in. */
export function AcceptInvitation(): ReactNode {
  const text = useText();
  const token = fromFragment('token');
  const { data: account, isPending, refetch } = useQuery({ ...accountQuery, retry: false });
  const [hasAccount, setHasAccount] = useState(false);
  if (token === null) return <BrokenLink title={text('invitation.title')} to="/" action={text('app.toStart')} />;
  if (isPending) return <Loading />;
  return (
    <PublicPage title={text('invitation.title')}>
      {account ? (
        <Accept token={token} email={account.email} />
      ) : hasAccount ? (
        <>
          <p>{text('invitation.signIn')}</p>
          <SignInForm onDone={() => void refetch()} />
          <Button look="quiet" onPress={() => setHasAccount(false)}>
            {text('invitation.isNew')}
          </Button>
        </>
      ) : (
        <AcceptAsNew token={token} onAccount={() => setHasAccount(true)} />
      )}
    </PublicPage>
  );
}

function Accept({ token, email }: { token: string; email: string }): ReactNode {
  const text = useText();
  const enter = useEnter();
  const accept = useMutation({
    mutationFn: () => dataOf(api.POST('/invitations/accept', { body: { token } })),
    onSuccess: ({ workspaceId }) => enter(`/w/${workspaceId}`),
  });
  return (
    <Form onSubmit={() => accept.mutate()} problem={accept.error}>
      <p>{text('invitation.as', { email })}</p>
      {isNotTheirs(accept.error) ? (
        <p className="form-problem" role="alert">
          {text('invitation.other')}
        </p>
      ) : (
        <FormProblem problem={accept.error} />
      )}
      <SubmitButton problem={accept.error} isPending={accept.isPending}>
        {text('invitation.accept')}
      </SubmitButton>
    </Form>
  );
}

function AcceptAsNew({ token, onAccount }: { token: string; onAccount: () => void }): ReactNode {
  const text = useText();
  const enter = useEnter();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const accept = useMutation({
    mutationFn: () => dataOf(api.POST('/invitations/accept-as-new', { body: { token, name, password } })),
    onSuccess: ({ member: { workspaceId } }) => enter(`/w/${workspaceId}`),
    onError: (error) => isProblem(error) && error.status === 409 && onAccount(),
  });
  if (isNotTheirs(accept.error)) {
    return (
      <>
        <p className="form-problem" role="alert">
          {text('invitation.gone')}
        </p>
        <LinkButton to="/sign-in">{text('signIn.link')}</LinkButton>
      </>
    );
  }
  return (
    <>
      <p>{text('invitation.new')}</p>
      <Form onSubmit={() => accept.mutate()} problem={accept.error}>
        <NameField value={name} onChange={setName} autoFocus />
        <NewPasswordField label={text('entry.password')} value={password} onChange={setPassword} />
        <FormProblem problem={accept.error} />
        <SubmitButton problem={accept.error} isPending={accept.isPending}>
          {text('invitation.accept')}
        </SubmitButton>
        <Button look="quiet" onPress={onAccount}>
          {text('invitation.hasAccount')}
        </Button>
      </Form>
    </>
  );
}

/** Used, revoked, expired, or for another address: the service does not say which. */
function isNotTheirs(error: unknown): boolean {
  return isProblem(error) && error.status === 404;
}
