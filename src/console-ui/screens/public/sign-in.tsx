import { useQuery } from '@tanstack/react-query';
import { Navigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LinkButton } from '../../kit/button';
import { useText } from '../../words/words';
import { installationQuery } from '../frame/session';
import { useEnter } from './entry';
import { PublicPage } from './public-page';
import { SignInForm } from './sign-in-form';

/** Email and password. Afterwards the address that asked for it opens. */
export function SignIn(): ReactNode {
  const text = useText();
  const enter = useEnter();
  const { next } = useSearch({ from: '/sign-in' });
  const { data: installation } = useQuery(installationQuery);
  if (installation?.needsSetup) return <Navigate to="/setup" replace />;
  return (
    <PublicPage
      title={text('signIn.title')}
      links={
        <>
          <LinkButton to="/forgot-password">{text('signIn.forgot')}</LinkButton>
          {installation?.registration === 'open' && <LinkButton to="/sign-up">{text('signIn.signUp')}</LinkButton>}
        </>
      }
    >
      <SignInForm onDone={() => enter(next)} />
    </PublicPage>
  );
}
