import type { INestApplicationContext } from '@nestjs/common';
import { Refused } from './admin-output';
import { PAGE, print, type Row } from './admin-tables';
import { AuditOperatorService } from './audit/audit-operator.service';
import { WorkspacesOperatorService } from './workspaces/workspaces-operator.service';

/** Verifies whole audit logs: of one workspace, or of all and of what belongs to none. */
export async function verifyAudit(features: INestApplicationContext, only: string | undefined): Promise<void> {
  const operator = features.get(AuditOperatorService);
  const workspaces = features.get(WorkspacesOperatorService);
  const logs: Row[] = [];
  const verify = async (workspaceId: string | null): Promise<void> => {
    const { batches, entries, problem } = await operator.verify(workspaceId);
    const at = problem && `${problem.kind} in batch ${problem.batch}`;
    logs.push({ workspace: workspaceId ?? 'none', batches, entries, problem: at ?? '' });
  };
  if (only === undefined) await verify(null);
  for (let cursor: string | null | undefined = only === undefined ? undefined : null; cursor !== null;) {
    const { rows, nextCursor } = await workspaces.page({ limit: PAGE, cursor });
    for (const { id } of rows) await verify(id);
    cursor = nextCursor;
  }
  if (only !== undefined) await verify(only);
  await print(logs);
  if (logs.some(({ problem }) => problem !== '')) throw new Refused('At least one audit log was changed.');
}
