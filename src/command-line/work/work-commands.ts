import type { Command } from 'commander';
import type { Capability } from '../capability';
import type { Context } from '../commands/context';
import { aboutGroup, byVerb } from '../commands/groups';
import { PROFILE_OPTION } from '../commands/operation-options';
import { addSource } from './add-source';
import { assignConversation } from './assign-conversation';
import { followEvents } from './follow-events';
import { listenWebhooks } from './listen-webhooks';
import { showConversation } from './show-conversation';
import { snoozeConversation } from './snooze-conversation';
import { testEmail } from './test-email';
import { verifyAuditLog } from './verify-audit-log';
import { watchInbox } from './watch-inbox';
import type { WorkCommand } from './work-command';

export const WORK_COMMANDS: readonly WorkCommand[] = [
  showConversation,
  assignConversation,
  snoozeConversation,
  watchInbox,
  followEvents,
  addSource,
  testEmail,
  listenWebhooks,
  verifyAuditLog,
];

/** Whether the typed words are a command that runs without a service. */
export function needsNoService(group: string | undefined, verb: string | undefined): boolean {
  return WORK_COMMANDS.some((one) => one.needs.length === 0 && one.group === group && one.verb === verb);
}

/** Adds the commands for tasks to the groups of operations, where the service has all that they need. */
export function addWorkCommands(program: Command, operations: readonly Capability[], context: Context): void {
  const known = new Set(operations.map(({ operationId }) => operationId));
  for (const work of WORK_COMMANDS.filter(({ needs }) => needs.every((one) => known.has(one)))) {
    const group = groupOf(program, work);
    // An operation of that name is what the service means by it.
    if (!group || group.commands.some((one) => one.name() === work.verb)) continue;
    addWorkCommand(group, work, context);
    (group.commands as Command[]).sort((a, b) => byVerb(a.name(), b.name()));
  }
}

/** A command without a service may be the only one of its group. */
function groupOf(program: Command, { group, needs, verb }: WorkCommand): Command | undefined {
  const known = program.commands.find((one) => one.name() === group);
  if (known || needs.length > 0) return known;
  return program
    .command(group)
    .description(aboutGroup(group, [verb]))
    .option(...PROFILE_OPTION);
}

function addWorkCommand(group: Command, work: WorkCommand, context: Context): void {
  const command = group.command(work.verb).description(work.summary);
  for (const [name, description] of work.args) command.argument(name, description);
  for (const option of [...work.options, PROFILE_OPTION]) command.option(...option);
  const examples = work.examples.map((example) => `  $ parley ${example}\n`);
  command.addHelpText('after', `\nExamples:\n${examples.join('')}`);
  command.action(async () => work.run(command.args, command.opts(), context));
}
