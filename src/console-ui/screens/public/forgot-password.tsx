import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api } from '../../api/client';
import { LinkButton } from '../../kit/button';
import { Form, FormProblem } from '../../kit/form';
import { SubmitButton } from '../../kit/submit';
import { useText } from '../../words/words';
import { EmailField } from './fields';
import { CheckMail, PublicPage } from './public-page';

/** Sends the mail with which a password is chosen. It says the same for addresses without an account. */
export function ForgotPassword(): ReactNode {
  const text = useText();
  const [email, setEmail] = useState('');
  const request = useMutation({ mutationFn: () => api.POST('/accounts/password-reset', { body: { email } }) });
  const again = useMutation({ mutationFn: () => api.POST('/accounts/password-reset', { body: { email } }) });
  const links = <LinkButton to="/sign-in">{text('signIn.link')}</LinkButton>;
  if (request.isSuccess) {
    return (
      <PublicPage title={text('checkMail.title')} links={links}>
        <CheckMail resend={again}>{text('checkMail.reset', { email })}</CheckMail>
      </PublicPage>
    );
  }
  return (
    <PublicPage title={text('forgot.title')} links={links}>
      <p>{text('forgot.help')}</p>
      <Form onSubmit={() => request.mutate()} problem={request.error}>
        <EmailField value={email} onChange={setEmail} autoFocus />
        <FormProblem problem={request.error} />
        <SubmitButton problem={request.error} isPending={request.isPending}>
          {text('forgot.action')}
        </SubmitButton>
      </Form>
    </PublicPage>
  );
}
