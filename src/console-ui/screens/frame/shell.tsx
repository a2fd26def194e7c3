import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isProblem } from '../../api/problems';
import { Loading, Problem, Screen } from '../../kit';
import { useText } from '../../words/words';
import { ConnectionState } from './connection';
import { Keyboard } from './keyboard';
import { NewVersion } from './new-version';
import { useAppliedPreferences } from './preferences';
import { Rail } from './rail';
import { accountQuery } from './session';
import { SignInAgain } from './sign-in-again';
import { UndoBar } from './undo-bar';

/** Around every screen after sign-in: rail, keys, and what comes over a page. */
export function Shell({ workspaceId, children }: { workspaceId?: string; children: ReactNode }): ReactNode {
  const text = useText();
  const { data: account, error, refetch } = useQuery(accountQuery);
  if (!account && isProblem(error) && error.status === 401) {
    return <Navigate to="/sign-in" search={{ next: addressWithin() }} replace />;
  }
  if (!account && error) {
    return (
      <Screen title="Parley">
        <Problem problem={error} onRetry={() => void refetch()} />
      </Screen>
    );
  }
  if (!account) return <Loading />;
  return (
    <div className="frame">
      <a className="skip" href="#content">
        {text('app.skip')}
      </a>
      <AppliedPreferences />
      <Rail account={account} {...(workspaceId && { workspaceId })} />
      <div className="frame-content">
        <div>
          <NewVersion />
          <ConnectionState />
        </div>
        {children}
        <UndoBar />
      </div>
      <Keyboard />
      <SignInAgain account={account} />
    </div>
  );
}

function AppliedPreferences(): null {
  useAppliedPreferences();
  return null;
}

function addressWithin(): string {
  return location.pathname.replace(/^\/app/, '') + location.search;
}
