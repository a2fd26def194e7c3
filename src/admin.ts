#!/usr/bin/env node
import type { INestApplicationContext } from '@nestjs/common';
import { AccountsOperatorService } from './accounts/accounts-operator.service';
import { answer, answerLines, progress, Refused, tell, tellLines } from './admin-output';
import { exportOne, importOne, makeBackup } from './admin-transfers';
import { AgentsOperatorService } from './agents/agents-operator.service';
import { moveDatabase } from './backup/move/move-database';
import { restoreBackup } from './backup/restore-backup';
import { DiscreetCommand } from './command-line/discreet-command';
import { type Progress, progressOf } from './command-line/output/progress';
import { Table } from './command-line/output/table';
import { DataDirectoryInUse } from './common/database/embedded/embedded.errors';
import type { Page, PageRequest } from './common/database/page';
import { isUuid } from './common/database/uuid';
import { NotFound } from './common/errors/domain-error';
import type { Installation } from './common/feature/installation';
import { SealedColumnsOperatorService } from './common/resealing/sealed-columns-operator.service';
import { InvalidSettings, type Settings } from './config/load-settings';
import { QuarantineOperatorService } from './email/quarantine/quarantine-operator.service';
import { loadInstallation } from './features';
import { KnowledgeOperatorService } from './retrieval/knowledge-operator.service';
import { withFeatures } from './service';
import { loadPlans } from './workspaces/plans/plans-file';
import { WorkspacesOperatorService } from './workspaces/workspaces-operator.service';

/*
 * Asks the services instead of calling operations: no credential stands above all tenants, and none should exist for the
 * sake of a few commands.
 */

/** Rows that are read at once. */
const PAGE = 1_000;

class UnknownWorkspace extends Refused {
  constructor(workspaceId: string) {
    super(`There is no workspace ${workspaceId}. See: npm run admin -- workspaces list`);
  }
}

type Row = Record<string, unknown>;

async function listAccounts(features: INestApplicationContext): Promise<void> {
  const accounts = features.get(AccountsOperatorService);
  await show(
    (request) => accounts.page(request),
    async (some) => {
      const workspaces = await features.get(WorkspacesOperatorService).sizesByAccount(some.map(({ id }) => id));
      return some.map(({ id, email, name, emailVerifiedAt, createdAt }) => ({
        id,
        email,
        verified: emailVerifiedAt !== null,
        name,
        workspaces: workspaces.get(id) ?? 0,
        createdAt: createdAt.toISOString(),
      }));
    },
  );
}

async function listWorkspaces(features: INestApplicationContext): Promise<void> {
  const workspaces = features.get(WorkspacesOperatorService);
  await show(
    (request) => workspaces.page(request),
    async (some) => {
      const owners = await features.get(AccountsOperatorService).list(some.map(({ ownerAccountId }) => ownerAccountId));
      const emails = new Map(owners.map(({ id, email }) => [id, email]));
      const members = await workspaces.sizes(some.map(({ id }) => id));
      return some.map(({ id, name, planId, ownerAccountId, createdAt }) => ({
        id,
        name,
        plan: planId,
        owner: emails.get(ownerAccountId),
        members: members.get(id) ?? 0,
        createdAt: createdAt.toISOString(),
      }));
    },
  );
}

async function listMails(features: INestApplicationContext): Promise<void> {
  const mails = features.get(QuarantineOperatorService);
  await show(
    (request) => mails.page(request),
    async (some) =>
      some.map(({ id, fromAddress, subject, reason, sizeBytes, receivedAt }) => ({
        id,
        from: fromAddress,
        subject,
        reason,
        bytes: sizeBytes,
        receivedAt: receivedAt.toISOString(),
      })),
  );
}

async function replayMail(features: INestApplicationContext, inboundMailId: string): Promise<void> {
  try {
    await features.get(QuarantineOperatorService).replay(inboundMailId);
    answer('The service takes the email in again.');
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    throw new Refused(`There is no quarantined email ${inboundMailId}. See: npm run admin -- mails list`);
  }
}

const blockChatPage =
  (blocked: boolean) =>
  async (features: INestApplicationContext, agentId: string): Promise<void> => {
    try {
      const name = await features.get(AgentsOperatorService).blockChatPage(agentId, blocked);
      answer(`The chat page of ${name} is ${blocked ? 'blocked' : 'shown'} now.`);
    } catch (error) {
      throw error instanceof NotFound ? new Refused(`There is no agent ${agentId}.`) : error;
    }
  };

/** What is mistyped is told before the database is opened, which may be one that has to be started first. */
function ensurePlan({ values }: Settings, workspaceId: string, planId: string): void {
  const plans = [...loadPlans(values.PLANS_FILE).keys()];
  if (!plans.includes(planId)) throw new Refused(`There is no plan ${planId}. There are: ${plans.join(', ')}.`);
  if (!isUuid(workspaceId)) throw new UnknownWorkspace(workspaceId);
}

async function setPlan(features: INestApplicationContext, workspaceId: string, planId: string): Promise<void> {
  try {
    const { name } = await features.get(WorkspacesOperatorService).changePlan(workspaceId, planId);
    answer(`${name} is on the plan ${planId} now.`);
  } catch (error) {
    throw error instanceof NotFound ? new UnknownWorkspace(workspaceId) : error;
  }
}

/** Sources that are asked for once a backup is restored. */
const SOURCES_SEARCHED = 5;

async function restoreFrom(file: string, { holdOutgoing = false }: { holdOutgoing?: boolean }): Promise<void> {
  const installation = loadInstallation(process.env);
  const { tables, rows } = await restoreBackup(installation, file, { holdOutgoing, progress });
  await findSources(installation, `Restored and checked: ${rows} rows in ${tables} tables.`);
}

async function moveAll(): Promise<void> {
  const installation = loadInstallation(process.env);
  const rows = (total: number): Promise<Progress> => progressOf({ title: 'Moving', unit: '%', total }, process);
  const moved = await moveDatabase(installation, { rows, progress });
  const what = moved ? `${moved.rows} rows in ${moved.tables} tables` : 'an earlier move had brought all rows';
  await findSources(installation, `Moved and checked: ${what}.`);
  tell('Start the service with this DATABASE_URL and the SECRET_KEY of before.');
}

/** Tells what was done once some sources were searched for what they say. */
async function findSources(installation: Installation, done: string): Promise<void> {
  const { searched, found } = await withFeatures(installation, (features) =>
    features.get(KnowledgeOperatorService).findSome(SOURCES_SEARCHED),
  );
  tell(`${done} Of ${searched} sources asked for, ${found} were found.`);
  if (found < searched) throw new Refused('Look at the sources of your agents: some are not found by what they say.');
}

/** What of all that is sealed still needs SECRET_KEY_FALLBACKS; `check`: without changing that. */
async function reseal({ check = false }: { check?: boolean }): Promise<void> {
  const columns = await withFeatures(loadInstallation(process.env), (features) => {
    const operator = features.get(SealedColumnsOperatorService);
    return check ? operator.look(progress) : operator.reseal(progress);
  });
  progress('');
  const counts = columns.map(({ goneBy, ...counted }) => ({ ...counted, goneBy: goneBy?.toISOString() ?? '' }));
  await print(counts);
  const lost = columns.reduce((sum, { unreadable }) => sum + unreadable, 0);
  if (lost > 0)
    throw new Refused(`None of the keys opens ${lost} values. Name the key that does in SECRET_KEY_FALLBACKS.`);
  const left = columns.filter((column) => column.left > 0);
  if (left.length === 0) tell('Nothing that is stored needs SECRET_KEY_FALLBACKS.');
  else if (left.some(({ goneBy }) => goneBy === null))
    tell('What is left needs SECRET_KEY_FALLBACKS. Run `npm run admin -- reseal`.');
  else tell('What is left needs SECRET_KEY_FALLBACKS until it is deleted: GONE BY says when.');
}

/**
 * The whole list as a table, as the command line shows one: an operator's lists may be searched and cut by other programs.
 * Read and put together in pages.
 */
async function show<T>(
  page: (request: PageRequest) => Promise<Page<T>>,
  shown: (some: T[]) => Promise<Row[]>,
): Promise<void> {
  const rows: Row[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { rows: some, nextCursor } = await page({ limit: PAGE, cursor });
    rows.push(...(await shown(some)));
    cursor = nextCursor;
  }
  await print(rows);
}

async function print(rows: Row[]): Promise<void> {
  const fields = Object.keys(rows[0] ?? {});
  const table = new Table({ width: Infinity, fields, known: [], paint: (_style, text) => text });
  answerLines(await table.lines(rows));
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
  const run =
    (
      command: (features: INestApplicationContext, workspaceId: string, planId: string) => Promise<void>,
      ensure?: typeof ensurePlan,
    ) =>
    async (workspaceId: string, planId: string): Promise<void> => {
      const installation = loadInstallation(process.env);
      ensure?.(installation.settings, workspaceId, planId);
      await withFeatures(installation, (features) => command(features, workspaceId, planId));
    };
  const program = new DiscreetCommand('npm run admin --').description('Administers this installation of Parley.');
  const accounts = program.command('accounts').description('people');
  accounts.command('list').description('list all accounts, oldest first').action(run(listAccounts));
  const workspaces = program.command('workspaces').description('tenants');
  workspaces.command('list').description('list all workspaces, oldest first').action(run(listWorkspaces));
  workspaces
    .command('set-plan')
    .description('put a workspace on another plan')
    .argument('<workspaceId>')
    .argument('<planId>', 'free, pro, enterprise, or a plan of PLANS_FILE')
    .action(run(setPlan, ensurePlan));
  program
    .command('block-chat-page')
    .description('show the hosted page of an agent to nobody any more')
    .argument('<agentId>')
    .action(run(blockChatPage(true)));
  program
    .command('unblock-chat-page')
    .description('show it again')
    .argument('<agentId>')
    .action(run(blockChatPage(false)));
  const mails = program.command('mails').description('incoming email that was not taken in');
  mails.command('list').description('list what came to no agent, oldest first').action(run(listMails));
  mails
    .command('replay')
    .description('take quarantined email in again, also that of an agent')
    .argument('<inboundMailId>')
    .action(run(replayMail));
  program
    .command('backup')
    .description('write the database to a file, while the service goes on')
    .argument('<file>', 'replaced once the backup is whole; - is standard output')
    .action(makeBackup);
  program
    .command('restore')
    .description('put a backup into an empty database')
    .argument('<file>')
    .option('--hold-outgoing', 'send nothing that waited when the backup was made')
    .action(restoreFrom);
  program
    .command('reseal')
    .description('bring what is encrypted under SECRET_KEY, while the service goes on; can be killed and run again')
    .option('--check', 'only say what still needs SECRET_KEY_FALLBACKS')
    .action(reseal);
  program
    .command('move')
    .description('put the embedded database of DATA_DIR into the empty one of DATABASE_URL')
    .action(moveAll);
  program
    .command('export-workspace')
    .description('write a workspace to a file, for another installation')
    .argument('<workspaceId>')
    .argument('<file>', 'replaced once the export is whole; - is standard output')
    .action(exportOne);
  program
    .command('import-workspace')
    .description('bring in a workspace with the ids that it has')
    .argument('<file>', '- is standard input')
    .action(importOne);
  try {
    await program.parseAsync();
  } catch (error) {
    if (error instanceof InvalidSettings) tellLines(error.message);
    else tell(explained(error));
    process.exitCode = 1;
  }
}

void main();
