import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, dataOf } from '../../api/client';
import { isProblem } from '../../api/problems';
import { Form, FormProblem } from '../../kit/form';
import { SubmitButton } from '../../kit/submit';
import { fromFragment } from '../../fragment';
import { useText } from '../../words/words';
import { openSession, useEnter } from './entry';
import { NewPasswordField } from './fields';
import { BrokenLink, PublicPage } from './public-page';

/** With the token of the mail: a new password, which signs in at once. */
export function ResetPassword(): ReactNode {
  const text = useText();
  const enter = useEnter();
  const token = fromFragment('token');
  const [newPassword, setNewPassword] = useState('');
  const reset = useMutation({
    mutationFn: async () => {
      const body = { token: token!, newPassword };
      const { email } = await dataOf(api.POST('/accounts/password-reset/complete', { body }));
      await openSession(email, newPassword);
    },
    onSuccess: () => enter(),
  });
  if (token === null || isSpent(reset.error)) {
    return <BrokenLink title={text('reset.title')} to="/forgot-password" action={text('reset.again')} />;
  }
  return (
    <PublicPage title={text('reset.title')}>
      <p>{text('reset.help')}</p>
      <Form onSubmit={() => reset.mutate()} problem={reset.error}>
        <NewPasswordField name="newPassword" value={newPassword} onChange={setNewPassword} autoFocus />
        <FormProblem problem={reset.error} />
        <SubmitButton problem={reset.error} isPending={reset.isPending}>
          {text('reset.action')}
        </SubmitButton>
      </Form>
    </PublicPage>
  );
}

/** The service refuses a token that is used, expired or unknown: no other input helps. */
export function isSpent(error: unknown): boolean {
  return isProblem(error) && error.at('/token') !== undefined;
}
