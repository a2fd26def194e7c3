import { Command } from 'commander';
import type { Capability } from '../capability';
import { UsageError } from '../errors';
import { flagsOf, isSecretFlag } from '../input/flags';
import type { Invocation } from './operation-command';
import { addOptions, PROFILE_OPTION } from './operation-options';

export type RunInvocation = (invocation: Invocation) => Promise<void>;

/**
 * A command for each operation, below one for each kind of record: `parley contacts list`. Only those that can be meant by
 * the words get their flags: making all of them would be most of the start.
 */
export function addOperations(
  program: Command,
  operations: readonly Capability[],
  words: readonly string[],
  run: RunInvocation,
): void {
  const resources = new Map<string, Capability[]>();
  for (const operation of operations) {
    const [, resource = ''] = operation.cli.command.split(' ');
    resources.set(resource, [...(resources.get(resource) ?? []), operation]);
  }
  for (const [name, capabilities] of [...resources].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const verbs = capabilities.map(({ cli }) => cli.command.split(' ')[2] ?? '').sort();
    const resource = program.command(name).description(verbs.join(', ')).helpGroup('Operations:');
    resource.option(...PROFILE_OPTION);
    for (const capability of capabilities) {
      const command = addOperation(resource, capability, run);
      if (words.includes(name) && words.includes(command.name())) addOptions(command, capability);
    }
  }
}

function addOperation(resource: Command, capability: Capability, run: RunInvocation): Command {
  const verb = capability.cli.command.split(' ').slice(2).join(' ');
  const command = resource.command(verb).description(capability.summary);
  command.action(async (options: Record<string, unknown>, used: Command) => {
    await run({ capability, texts: textsOf(capability, used), options });
  });
  return command;
}

function textsOf(capability: Capability, used: Command): Map<string, readonly string[]> {
  const texts = new Map<string, readonly string[]>();
  for (const flag of flagsOf(capability)) {
    const option = used.options.find(({ long }) => long === `--${flag.name}`);
    const given = option && (used.getOptionValue(option.attributeName()) as readonly string[] | string | true);
    if (given === undefined) continue;
    if (isSecretFlag(flag)) {
      throw new UsageError(
        `--${flag.name} is a secret, and is not taken from the command line: others would see it.`,
        `${flag.required ? 'Leave it out' : `Say --ask ${flag.name}`} to be asked for it, or pass it in a file: --input. What was typed is in the history of the shell.`,
      );
    }
    texts.set(flag.name, typeof given === 'object' ? given : [String(given)]);
  }
  return texts;
}
