import { Refused, progress, report } from './admin-output';
import { backUp } from './backup/back-up';
import { exportWorkspace } from './backup/workspace/export-workspace';
import { importWorkspace } from './backup/workspace/import-workspace';
import { Audit, type OwnChange } from './common/audit/audit';
import type { Installation } from './common/feature/installation';
import { loadInstallation } from './features';
import { withFeatures } from './service';
import { loadPlans } from './workspaces/plans/plans-file';

export async function makeBackup(file: string): Promise<void> {
  if (file === '-' && process.stdout.isTTY) throw new Refused('A backup cannot be written to a terminal. Name a file.');
  const installation = loadInstallation(process.env);
  const { missing } = await backUp(installation, file, progress);
  await record(installation, { workspaceId: null, name: 'backUp' });
  reportMissing(missing);
  report(`The backup is complete. It does not contain SECRET_KEY: store that separately.`);
}

export async function exportOne(workspaceId: string, path: string): Promise<void> {
  if (path === '-' && process.stdout.isTTY)
    throw new Refused('An export cannot be written to a terminal. Name a file.');
  const installation = loadInstallation(process.env);
  const { missing } = await exportWorkspace(installation, { workspaceId, path, progress });
  await record(installation, { workspaceId, name: 'exportWorkspace', subject: { type: 'workspace', id: workspaceId } });
  reportMissing(missing);
  report('The export is complete. Its encrypted values can be read only with this SECRET_KEY.');
}

function reportMissing(files: number): void {
  if (files > 0) report(`FILES_STORE has no objects for ${files} files: they were erased meanwhile, or are lost.`);
}

/** A transfer changes nothing, so it is recorded once it is complete. */
async function record(installation: Installation, change: OwnChange): Promise<void> {
  await withFeatures(installation, (features) => features.get(Audit, { strict: false }).operator(change));
}

export async function importOne(path: string): Promise<void> {
  const installation = loadInstallation(process.env);
  const { settings, features } = installation;
  const plans = [...loadPlans(settings.values.PLANS_FILE).keys()];
  const { name, planId, rows, created, unreadable, leftOut } = await importWorkspace(installation, {
    path,
    plans,
    progress,
  });
  report(`Imported ${name} with the plan ${planId}: ${rows} rows.`);
  if (created.length > 0)
    report(`Created accounts without a password, which their owners set by a reset: ${created.join(', ')}`);
  const named = (counts: Record<string, number>, nameOf: (table: string) => string | undefined): string =>
    Object.entries(counts)
      .flatMap(([table, n]) => (n > 0 ? [`${n} ${nameOf(table) ?? table}`] : []))
      .join(', ');
  const policies = new Map(features.exported);
  const leftOutHere = new Map(features.leftOut);
  const encrypted = named(unreadable, (table) => policies.get(table)?.keyed?.label);
  if (encrypted) report(`Skipped values that another SECRET_KEY encrypted: ${encrypted}`);
  const again = named(leftOut, (table) => leftOutHere.get(table)?.setUpAgain);
  if (again) report(`Set up again: ${again}`);
}
