import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isProblem } from '../../api/problems';
import { Loading, Problem, Screen } from '../../kit';
import { lastWorkspace } from './last-workspace';
import { workspacesQuery } from './session';

/** The workspace that was open last, else the only one, else the list. */
export function Start(): ReactNode {
  const { data, error, refetch } = useQuery(workspacesQuery);
  if (isProblem(error) && error.status === 401) return <Navigate to="/sign-in" search={{}} replace />;
  if (error) {
    return (
      <Screen title="Parley">
        <Problem problem={error} onRetry={() => void refetch()} />
      </Screen>
    );
  }
  if (!data) return <Loading />;
  const last = data.find(({ id }) => id === lastWorkspace.read()) ?? (data.length === 1 ? data[0] : undefined);
  if (last) return <Navigate to="/w/$workspaceId" params={{ workspaceId: last.id }} replace />;
  return <Navigate to="/workspaces" replace />;
}
