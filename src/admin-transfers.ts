import { Refused, progress, tell } from './admin-output';
import { backUp } from './backup/back-up';
import { exportWorkspace } from './backup/workspace/export-workspace';
import { importWorkspace } from './backup/workspace/import-workspace';
import { loadInstallation } from './features';
import { loadPlans } from './workspaces/plans/plans-file';

export async function makeBackup(file: string): Promise<void> {
  if (file === '-' && process.stdout.isTTY) throw new Refused('A backup is not for a terminal. Name a file.');
  await backUp(loadInstallation(process.env), file, progress);
  tell(`The backup is whole. SECRET_KEY is not in it: keep that, too, in another place.`);
}

export async function exportOne(workspaceId: string, path: string): Promise<void> {
  if (path === '-' && process.stdout.isTTY) throw new Refused('An export is not for a terminal. Name a file.');
  await exportWorkspace(loadInstallation(process.env), { workspaceId, path, progress });
  tell('The workspace is exported whole. What is encrypted in it can be read with this SECRET_KEY only.');
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
  tell(`${name} is imported, on the plan ${planId}: ${rows} rows.`);
  if (created.length > 0) tell(`Accounts without a password, which is set by a reset: ${created.join(', ')}`);
  const named = (counts: Record<string, number>, nameOf: (table: string) => string | undefined): string =>
    Object.entries(counts)
      .flatMap(([table, n]) => (n > 0 ? [`${n} ${nameOf(table) ?? table}`] : []))
      .join(', ');
  const policies = new Map(features.exported);
  const leftOutHere = new Map(features.leftOut);
  const encrypted = named(unreadable, (table) => policies.get(table)?.keyed?.label);
  if (encrypted) tell(`Left out, since another SECRET_KEY encrypted it: ${encrypted}`);
  const again = named(leftOut, (table) => leftOutHere.get(table)?.setUpAgain);
  if (again) tell(`Set up again: ${again}`);
}
