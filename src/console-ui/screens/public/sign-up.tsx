import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api } from '../../api/client';
import { LinkButton } from '../../kit/button';
import { Form, FormProblem } from '../../kit/form';
import { SubmitButton } from '../../kit/submit';
import { useText } from '../../words/words';
import { EmailField, NameField, NewPasswordField } from './fields';
import { CheckMail, PublicPage } from './public-page';

/** A new account. The mail that follows proves its address. */
export function SignUp(): ReactNode {
  const text = useText();
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const register = useMutation({ mutationFn: () => api.POST('/accounts', { body: { email, name, password } }) });
  const resend = useMutation({ mutationFn: () => api.POST('/accounts/verification', { body: { email, password } }) });
  if (register.isSuccess) {
    return (
      <PublicPage title={text('checkMail.title')} links={<LinkButton to="/sign-in">{text('signIn.link')}</LinkButton>}>
        <CheckMail resend={resend}>{text('checkMail.verify', { email })}</CheckMail>
      </PublicPage>
    );
  }
  return (
    <PublicPage title={text('signUp.title')} links={<LinkButton to="/sign-in">{text('signUp.signIn')}</LinkButton>}>
      <Form onSubmit={() => register.mutate()} problem={register.error}>
        <NameField value={name} onChange={setName} autoFocus />
        <EmailField value={email} onChange={setEmail} />
        <NewPasswordField label={text('entry.password')} value={password} onChange={setPassword} />
        <FormProblem problem={register.error} />
        <SubmitButton problem={register.error} isPending={register.isPending}>
          {text('signUp.action')}
        </SubmitButton>
      </Form>
    </PublicPage>
  );
}
