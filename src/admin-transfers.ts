import { Refused, progress, report } from './admin-output';
import { backUp } from './backup/back-up';
import { exportWorkspace } from './backup/workspace/export-workspace';
import { importWorkspace } from './backup/workspace/import-workspace';
import { loadInstallation } from './features';
import { loadPlans } from './workspaces/plans/plans-file';

export async function makeBackup(file: string): Promise<void> {
  if (file === '-' && process.stdout.isTTY) throw new Refused('A backup cannot be written to a terminal. Name a file.');
  await backUp(loadInstallation(process.env), file, progress);
  report(`The backup is complete. It does not contain SECRET_KEY: store that separately.`);
}

export async function exportOne(workspaceId: string, path: string): Promise<void> {
  if (path === '-' && process.stdout.isTTY)
    throw new Refused('An export cannot be written to a terminal. Name a file.');
  await exportWorkspace(loadInstallation(process.env), { workspaceId, path, progress });
  report('The export is complete. Its encrypted values can be read only with this SECRET_KEY.');
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
