#!/usr/bin/env node
import type { INestApplicationContext } from '@nestjs/common';
import { AccountsOperatorService } from './accounts/accounts-operator.service';
import { answer, progress, Refused, report, reportLines, UnknownWorkspace } from './admin-output';
import { verifyAudit } from './admin-audit';
import { addFileCommands } from './admin-files';
import { printSetUpCode } from './admin-set-up';
import { print, show } from './admin-tables';
import { exportOne, importOne, makeBackup } from './admin-transfers';
import { AgentsOperatorService } from './agents/agents-operator.service';
import { moveDatabase } from './backup/move/move-database';
import { restoreBackup } from './backup/restore-backup';
import { Audit } from './common/audit/audit';
import { DiscreetCommand } from './command-line/discreet-command';
import { type Progress, progressOf } from './command-line/output/progress';
import { DataDirectoryInUse } from './common/database/embedded/embedded.errors';
import { isUuid } from './common/database/uuid';
import { NotFound } from './common/errors/domain-error';
import { logTo, STANDARD_ERROR } from './common/logging/logger';
import type { Installation } from './common/feature/installation';
import { SealedColumnsOperatorService } from './common/resealing/sealed-columns-operator.service';
import { InvalidSettings, type Settings } from './config/load-settings';
import { QuarantineOperatorService } from './email/quarantine/quarantine-operator.service';
import { loadInstallation } from './features';
import { testInstallationServer } from './models/installation-model-tests';
import { KnowledgeOperatorService } from './retrieval/knowledge-operator.service';
import { withFeatures } from './service';
import { loadPlans } from './workspaces/plans/plans-file';
import { WorkspacesOperatorService } from './workspaces/workspaces-operator.service';

/*
 * Calls the services directly, not operations: no credential has access to all workspaces, and none should exist only
 * for a few commands.
 */

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
    answer('The service processes the email again.');
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    throw new Refused(`There is no quarantined email ${inboundMailId}. List them: npm run admin -- mails list`);
  }
}

const blockChatPage =
  (blocked: boolean) =>
  async (features: INestApplicationContext, agentId: string): Promise<void> => {
    try {
      const name = await features.get(AgentsOperatorService).blockChatPage(agentId, blocked);
      answer(`The chat page of ${name} is now ${blocked ? 'blocked' : 'visible'}.`);
    } catch (error) {
      throw error instanceof NotFound ? new Refused(`There is no agent ${agentId}.`) : error;
    }
  };

/** Reports a typing error before it opens the database, which may have to be started first. */
function ensurePlan({ values }: Settings, workspaceId: string, planId: string): void {
  const plans = [...loadPlans(values.PLANS_FILE).keys()];
  if (!plans.includes(planId)) throw new Refused(`There is no plan ${planId}. The plans are: ${plans.join(', ')}.`);
  if (!isUuid(workspaceId)) throw new UnknownWorkspace(workspaceId);
}

async function setPlan(features: INestApplicationContext, workspaceId: string, planId: string): Promise<void> {
  try {
    const { name } = await features.get(WorkspacesOperatorService).changePlan(workspaceId, planId);
    answer(`${name} now has the plan ${planId}.`);
  } catch (error) {
    throw error instanceof NotFound ? new UnknownWorkspace(workspaceId) : error;
  }
}

/** Sources that a search must find after a restore. */
const SOURCES_TO_FIND = 5;

async function testModels(models: string[]): Promise<void> {
  const { lines, isUsable } = await testInstallationServer(loadInstallation(process.env).settings, models);
  for (const line of lines) answer(line);
  if (!isUsable) process.exitCode = 1;
}

async function restoreFrom(file: string, { holdOutgoing = false }: { holdOutgoing?: boolean }): Promise<void> {
  const installation = loadInstallation(process.env);
  const { tables, rows } = await restoreBackup(installation, file, { holdOutgoing, progress });
  await findSources(installation, `Restored and checked: ${rows} rows in ${tables} tables.`);
}

async function moveAll(): Promise<void> {
  const installation = loadInstallation(process.env);
  const rows = (total: number): Promise<Progress> => progressOf({ title: 'Moving', unit: '%', total }, process);
  const moved = await moveDatabase(installation, { rows, progress });
  const what = moved ? `${moved.rows} rows in ${moved.tables} tables` : 'an earlier move had copied all rows';
  await findSources(installation, `Moved and checked: ${what}.`);
  report('Start the service with this DATABASE_URL and the same SECRET_KEY as before.');
}

/** Reports the result after a test search for some sources by their own words. */
async function findSources(installation: Installation, done: string): Promise<void> {
  const { searched, found } = await withFeatures(installation, (features) =>
    features.get(KnowledgeOperatorService).findSome(SOURCES_TO_FIND),
  );
  report(`${done} Of ${searched} sources searched for, ${found} were found.`);
  if (found < searched)
    throw new Refused('Check the sources of your agents: searches for their own words do not find some of them.');
}

/** Reports the sealed values that still need SECRET_KEY_FALLBACKS. `check`: without sealing them again. */
async function reseal({ check = false }: { check?: boolean }): Promise<void> {
  const columns = await withFeatures(loadInstallation(process.env), async (features) => {
    const operator = features.get(SealedColumnsOperatorService);
    if (check) return operator.look(progress);
    const resealed = await operator.reseal(progress);
    await features.get(Audit, { strict: false }).operator({ workspaceId: null, name: 'reseal' });
    return resealed;
  });
  progress('');
  const counts = columns.map(({ goneBy, ...counted }) => ({ ...counted, goneBy: goneBy?.toISOString() ?? '' }));
  await print(counts);
  const lost = columns.reduce((sum, { unreadable }) => sum + unreadable, 0);
  if (lost > 0) throw new Refused(`None of the keys opens ${lost} values. Add the right key to SECRET_KEY_FALLBACKS.`);
  const left = columns.filter((column) => column.left > 0);
  if (left.length === 0) report('No stored value needs SECRET_KEY_FALLBACKS.');
  else if (left.some(({ goneBy }) => goneBy === null))
    report('The remaining values need SECRET_KEY_FALLBACKS. Run `npm run admin -- reseal`.');
  else
    report(
      'The remaining values need SECRET_KEY_FALLBACKS until they are deleted, at the latest at the time in GONE BY.',
    );
}

function explained(error: unknown): string {
  if (error instanceof DataDirectoryInUse) {
    return `${error.message} While the service runs on its embedded database, no other process can open it.`;
  }
  const { code, message } = error as { code?: string; message: string };
  if (code === '42P01')
    return 'This database has no tables of Parley yet. Start the service once, or run: npm run migrate';
  return message;
}

/** The commands that an operator runs on the installation's own machine. They use no HTTP and start no service. */
async function main(): Promise<void> {
  // Standard output is the result, which can be a backup.
  logTo(STANDARD_ERROR);
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
  const accounts = program.command('accounts').description('accounts of users');
  accounts.command('list').description('list all accounts, oldest first').action(run(listAccounts));
  program
    .command('setup-code')
    .description('print a new code that creates the first account, within 24 hours; the earlier code becomes void')
    .action(run(printSetUpCode));
  const workspaces = program.command('workspaces').description('workspaces and their plans');
  workspaces.command('list').description('list all workspaces, oldest first').action(run(listWorkspaces));
  workspaces
    .command('set-plan')
    .description('change the plan of a workspace')
    .argument('<workspaceId>')
    .argument('<planId>', 'free, pro, enterprise, or a plan of PLANS_FILE')
    .action(run(setPlan, ensurePlan));
  program
    .command('block-chat-page')
    .description('block the hosted page of an agent')
    .argument('<agentId>')
    .action(run(blockChatPage(true)));
  program
    .command('unblock-chat-page')
    .description('unblock the hosted page of an agent')
    .argument('<agentId>')
    .action(run(blockChatPage(false)));
  program
    .command('audit')
    .description('audit logs of workspaces')
    .command('verify')
    .description('check that no audit log was changed since it was sealed')
    .argument('[workspaceId]', 'only that of this workspace')
    .action(run(verifyAudit));
  const mails = program.command('mails').description('quarantined incoming email');
  mails.command('list').description('list quarantined email without an agent, oldest first').action(run(listMails));
  mails
    .command('replay')
    .description('process quarantined email again, with or without an agent')
    .argument('<inboundMailId>')
    .action(run(replayMail));
  program
    .command('models')
    .description('the model server of MODEL_BASE_URL')
    .command('test')
    .description('test whether the server answers, and each of its models; waits until the server has loaded them')
    .argument('[model...]', 'default: MODEL_DEFAULT and MODELS_ALLOWED')
    .action(testModels);
  program
    .command('backup')
    .description('write the database to a file, while the service continues')
    .argument('<file>', 'replaced once the backup is complete; - is standard output')
    .action(makeBackup);
  program
    .command('restore')
    .description('restore a backup into an empty database')
    .argument('<file>')
    .option('--hold-outgoing', 'do not send messages that waited when the backup was made')
    .action(restoreFrom);
  program
    .command('reseal')
    .description('encrypt all values with SECRET_KEY, while the service continues; can be interrupted and repeated')
    .option('--check', 'only report the values that still need SECRET_KEY_FALLBACKS')
    .action(reseal);
  program
    .command('move')
    .description('move the embedded database of DATA_DIR into the empty one of DATABASE_URL')
    .action(moveAll);
  program
    .command('export-workspace')
    .description('write a workspace to a file, for another installation')
    .argument('<workspaceId>')
    .argument('<file>', 'replaced once the export is complete; - is standard output')
    .action(exportOne);
  program
    .command('import-workspace')
    .description('import a workspace with its ids')
    .argument('<file>', '- is standard input')
    .action(importOne);
  addFileCommands(program);
  try {
    await program.parseAsync();
  } catch (error) {
    if (error instanceof InvalidSettings) reportLines(error.message);
    else report(explained(error));
    process.exitCode = 1;
  }
}

void main();
