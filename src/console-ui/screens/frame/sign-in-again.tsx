import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { api, dataOf, onSignedOut, type Schemas } from '../../api/client';
import { isProblem } from '../../api/problems';
import { Dialog } from '../../kit';
import { useText } from '../../words/words';
import { SignInForm } from '../public/sign-in-form';
import { accountQuery } from './session';
import { useSignOutElsewhere } from './sign-out';

/**
 * Over the open page when its session has ended. The page below keeps everything that was typed, if the same account signs in again;
 * another account starts anew.
 */
export function SignInAgain({ account }: { account: Schemas['Account'] }): ReactNode {
  const text = useText();
  const queries = useQueryClient();
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  useSignOutElsewhere(account);
  useEffect(() => {
    let isAsking = false;
    return onSignedOut(() => {
      if (isAsking) return;
      isAsking = true;
      // A wrong password is refused with 401 as well.
      void api
        .GET('/account')
        .catch((error: unknown) => isProblem(error) && error.status === 401 && setOpen(true))
        .finally(() => (isAsking = false));
    });
  }, []);
  const done = async (): Promise<void> => {
    const now = await dataOf(api.GET('/account'));
    setOpen(false);
    if (now.id === account.id) return void queries.invalidateQueries();
    queries.clear();
    queries.setQueryData(accountQuery.queryKey, now);
    await router.navigate({ to: '/' });
    location.reload();
  };
  if (!isOpen) return null;
  return (
    <Dialog title={text('signIn.again')} role="alertdialog" isOpen onOpenChange={() => undefined}>
      <p>{text('signIn.againHelp')}</p>
      <SignInForm email={account.email} onDone={done} />
    </Dialog>
  );
}
