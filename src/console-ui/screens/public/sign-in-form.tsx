import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Form, FormProblem } from '../../kit/form';
import { SubmitButton } from '../../kit/submit';
import { useText } from '../../words/words';
import { openSession } from './entry';
import { EmailField, PasswordField } from './fields';

interface Props {
  /** Where it is known who signs in again. */
  email?: string;
  onDone: () => void | Promise<void>;
}

export function SignInForm({ email: known = '', onDone }: Props): ReactNode {
  const text = useText();
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const signIn = useMutation({ mutationFn: () => openSession(email, password), onSuccess: onDone });
  return (
    <Form onSubmit={() => signIn.mutate()} problem={signIn.error}>
      <EmailField value={email} onChange={setEmail} autoFocus={!known} />
      <PasswordField value={password} onChange={setPassword} autoFocus={!!known} />
      <FormProblem problem={signIn.error} />
      <SubmitButton problem={signIn.error} isPending={signIn.isPending}>
        {text('signIn.action')}
      </SubmitButton>
    </Form>
  );
}
