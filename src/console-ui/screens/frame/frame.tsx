import { useQuery } from '@tanstack/react-query';
import { Navigate, Outlet, useParams } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { isProblem } from '../../api/problems';
import { Loading, Problem, Screen } from '../../kit';
import { NotFound } from './failures';
import { lastWorkspace } from './last-workspace';
import { AREAS } from './rail';
import { ownMemberQuery } from './session';
import { Shell } from './shell';

/** The rail with the screens of a workspace, and the open screen beside it. */
export function Frame(): ReactNode {
  const { workspaceId } = useParams({ from: '/w/$workspaceId' });
  return (
    <Shell workspaceId={workspaceId}>
      <OfMember key={workspaceId} workspaceId={workspaceId} />
    </Shell>
  );
}

function OfMember({ workspaceId }: { workspaceId: string }): ReactNode {
  const { data: member, error, refetch } = useQuery(ownMemberQuery(workspaceId));
  useEffect(() => {
    if (member) lastWorkspace.write(workspaceId);
  }, [member, workspaceId]);
  if (member) return <Outlet />;
  if (isProblem(error) && (error.status === 404 || error.status === 400)) return <NotFound />;
  if (error) {
    return (
      <Screen title="Parley">
        <Problem problem={error} onRetry={() => void refetch()} />
      </Screen>
    );
  }
  return <Loading />;
}

/** The address of a workspace leads to its first area. */
export function WorkspaceStart(): ReactNode {
  const { workspaceId } = useParams({ from: '/w/$workspaceId' });
  const to: string = `/w/${workspaceId}/${AREAS[0]!.path}`;
  return <Navigate to={to} replace />;
}
