import { DiscreetCommand } from './command-line/discreet-command';
import { onOneLine } from './command-line/output/printable';
import { Table } from './command-line/output/table';
import { connect } from './common/database/connect';
import { EmbeddedPostgres } from './common/database/embedded/embedded-postgres';
import { DataDirectoryInUse } from './common/database/embedded/embedded.errors';
import { isUuid } from './common/database/uuid';
import { loadSettings } from './config/load-settings';
import { loadPlans } from './workspaces/plans/plans-file';

/*
 * Opens the database itself instead of calling an operation: no credential stands above all tenants, and none should exist
 * for the sake of a few commands.
 */

/** A mistake of the operator's, told in a sentence. */
class Refused extends Error {}

const settings = (): ReturnType<typeof loadSettings>['values'] => loadSettings(process.env).values;

async function listAccounts(): Promise<void> {
  const accounts = await query(
    `SELECT a.id, a.email, a.email_verified_at IS NOT NULL AS verified, a.name,
       (SELECT count(*)::int FROM members m WHERE m.account_id = a.id) AS workspaces, a.created_at AS "createdAt"
     FROM accounts a ORDER BY a.created_at, a.id`,
  );
  await show(accounts);
}

async function listWorkspaces(): Promise<void> {
  const workspaces = await query(
    `SELECT w.id, w.name, w.plan_id AS plan, a.email AS owner,
       (SELECT count(*)::int FROM members m WHERE m.workspace_id = w.id) AS members, w.created_at AS "createdAt"
     FROM workspaces w JOIN accounts a ON a.id = w.owner_account_id ORDER BY w.created_at, w.id`,
  );
  await show(workspaces);
}

/** Counts at once: what there is already beyond a smaller plan stays, but nothing more is added. */
async function setPlan(workspaceId: string, planId: string): Promise<void> {
  const plans = [...loadPlans(settings().PLANS_FILE).keys()];
  if (!plans.includes(planId)) throw new Refused(`There is no plan ${planId}. There are: ${plans.join(', ')}.`);
  if (!isUuid(workspaceId))
    throw new Refused(`${workspaceId} is no workspace id. See: npm run admin -- workspaces list`);
  const [workspace] = await query(
    'UPDATE workspaces SET plan_id = $2, updated_at = now() WHERE id = $1 RETURNING name',
    [workspaceId, planId],
  );
  if (!workspace) throw new Refused(`There is no workspace ${workspaceId}. See: npm run admin -- workspaces list`);
  console.log(`${onOneLine(String(workspace['name']))} is on the plan ${planId} now.`);
}

type Row = Record<string, unknown>;

/** One statement on the database of DATABASE_URL, or on the embedded one, which is started for it and ended again. */
async function query(sql: string, parameters: unknown[] = []): Promise<Row[]> {
  const { DATABASE_URL, DATA_DIR } = settings();
  const embedded = DATABASE_URL ? null : await EmbeddedPostgres.start({ dataDir: DATA_DIR, durable: true });
  try {
    const setting = DATABASE_URL ? 'DATABASE_URL' : `DATA_DIR ${DATA_DIR}`;
    const client = await connect({ url: DATABASE_URL ?? embedded?.url ?? '', setting }, 'parley admin');
    try {
      return (await client.query<Row>(sql, parameters)).rows.map(shown);
    } finally {
      await client.end();
    }
  } finally {
    await embedded?.stop();
  }
}

/** Times as they are everywhere. */
function shown(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([field, value]) => [field, value instanceof Date ? value.toISOString() : value]),
  );
}

/** As the command line shows records, whole: an operator's lists may be searched and cut by other programs. */
async function show(rows: readonly Row[]): Promise<void> {
  const fields = Object.keys(rows[0] ?? {});
  const table = new Table({ width: Infinity, fields, known: [], paint: (_style, text) => text });
  process.stdout.write(await table.lines(rows));
}

function explained(error: unknown): string {
  if (error instanceof DataDirectoryInUse) {
    return `${error.message} While the service runs on its embedded database, nobody else can open it.`;
  }
  const { code, message } = error as { code?: string; message: string };
  if (code === '42P01')
    return 'This database has no tables of Parley yet. Start the service once, or run: npm run migrate';
  return message;
}

/** What an operator does to an installation from its own machine; no HTTP, and no service is started. */
async function main(): Promise<void> {
  const program = new DiscreetCommand('npm run admin --').description('Administers this installation of Parley.');
  const accounts = program.command('accounts').description('people');
  accounts.command('list').description('list all accounts, oldest first').action(listAccounts);
  const workspaces = program.command('workspaces').description('tenants');
  workspaces.command('list').description('list all workspaces, oldest first').action(listWorkspaces);
  workspaces
    .command('set-plan')
    .description('put a workspace on another plan')
    .argument('<workspaceId>')
    .argument('<planId>', 'free, pro, enterprise, or a plan of PLANS_FILE')
    .action(setPlan);
  try {
    await program.parseAsync();
  } catch (error) {
    process.stderr.write(`${explained(error)}\n`);
    process.exitCode = 1;
  }
}

void main();
