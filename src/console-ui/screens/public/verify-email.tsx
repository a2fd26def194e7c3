import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, dataOf } from '../../api/client';
import { fromFragment } from '../../fragment';
import { Button } from '../../kit/button';
import { Form, FormProblem } from '../../kit/form';
import { SubmitButton } from '../../kit/submit';
import { useText } from '../../words/words';
import { openSession, useEnter } from './entry';
import { NameField, NewPasswordField, PasswordField } from './fields';
import { BrokenLink, PublicPage } from './public-page';
import { isSpent } from './reset-password';

/**
 * With the token of the mail and the password of the registration. A reader who does not know that password, since a stranger may have
 * registered the address, sets password and name anew.
 */
export function VerifyEmail(): ReactNode {
  const text = useText();
  const enter = useEnter();
  const token = fromFragment('token');
  const [isAnew, setAnew] = useState(false);
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const verify = useMutation({
    mutationFn: async () => {
      const body = { token: token!, ...(isAnew ? { newPassword: password, name } : { password }) };
      const { email } = await dataOf(api.POST('/accounts/verify', { body }));
      await openSession(email, password);
    },
    onSuccess: () => enter(),
  });
  if (token === null || isSpent(verify.error)) {
    return <BrokenLink title={text('verify.title')} to="/sign-in" action={text('signIn.link')} />;
  }
  const change = (): void => {
    verify.reset();
    setPassword('');
    setAnew(!isAnew);
  };
  return (
    <PublicPage title={text('verify.title')}>
      <p>{text(isAnew ? 'verify.helpAnew' : 'verify.help')}</p>
      <Form key={String(isAnew)} onSubmit={() => verify.mutate()} problem={verify.error}>
        {isAnew ? (
          <>
            <NameField value={name} onChange={setName} autoFocus />
            <NewPasswordField name="newPassword" value={password} onChange={setPassword} />
          </>
        ) : (
          <PasswordField value={password} onChange={setPassword} autoFocus />
        )}
        <FormProblem problem={verify.error} />
        <SubmitButton problem={verify.error} isPending={verify.isPending}>
          {text('verify.action')}
        </SubmitButton>
        <Button look="quiet" onPress={change}>
          {text(isAnew ? 'verify.withPassword' : 'verify.anew')}
        </Button>
      </Form>
    </PublicPage>
  );
}
