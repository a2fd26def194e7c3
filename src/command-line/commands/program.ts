import { Command } from 'commander';
import type { Capability } from '../capability';
import { UsageError } from '../errors';
import { argumentName, argumentsOf } from '../input/arguments';
import { type Flag, flagsOf, isSecretFlag } from '../input/flags';
import { onOneLine } from '../output/printable';
import { OWN_COMMANDS } from '../own-commands';
import { examplesOf } from './examples';
import { addWorkCommands } from '../work/work-commands';
import type { Context } from './context';
import { aboutGroup, byVerb, formerNamesOf, type Name, nameOf } from './groups';
import type { Invocation } from './operation-command';
import { addOptions, PROFILE_OPTION } from './operation-options';

export type RunInvocation = (invocation: Invocation) => Promise<void>;

/**
 * Adds a command for each operation, in one group for each resource: `parley contacts list`. Only the commands that the
 * typed words can mean get their flags, because adding all flags would take most of the start. Former names still work.
 */
export function addOperations(
  program: Command,
  operations: readonly Capability[],
  words: readonly string[],
  { run, context }: Running,
): void {
  const named = [...operations].map((capability) => ({ ...nameOf(capability), capability }));
  for (const [name, members] of [...byGroup(named)].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const about = aboutGroup(
      name,
      members.map(({ verb }) => verb),
    );
    const group =
      program.commands.find((one) => one.name() === name) ?? program.command(name).option(...PROFILE_OPTION);
    group.description(about).helpGroup('Operations:');
    for (const member of members.sort((a, b) => byVerb(a.verb, b.verb))) addOperation(group, member, words, run);
  }
  addWorkCommands(program, operations, context);
  addFormerNames(program, operations, words, run);
}

export interface Running {
  run: RunInvocation;
  context: Context;
}

/** Scripts use names of earlier versions. They are not in the help, nor in completion. */
function addFormerNames(
  program: Command,
  operations: readonly Capability[],
  words: readonly string[],
  run: RunInvocation,
): void {
  for (const capability of operations) {
    for (const former of formerNamesOf(capability)) {
      if (!words.includes(former.group) || OWN_COMMANDS.has(former.group)) continue;
      const group = program.commands.find((one) => one.name() === former.group) ?? formerGroup(program, former);
      if (group.commands.some((one) => one.name() === former.verb)) continue;
      addOperation(group, { ...former, capability }, words, run, { hidden: true });
    }
  }
}

interface Named extends Name {
  capability: Capability;
}

function byGroup(named: readonly Named[]): Map<string, Named[]> {
  const groups = new Map<string, Named[]>();
  for (const one of named) groups.set(one.group, [...(groups.get(one.group) ?? []), one]);
  return groups;
}

function formerGroup(program: Command, { group }: Name): Command {
  return program.command(group, { hidden: true }).option(...PROFILE_OPTION);
}

const CAPABILITIES = new WeakMap<Command, Capability>();

/** The operation of a command. Undefined for a group, and for a built-in command. */
export function capabilityOf(command: Command): Capability | undefined {
  return CAPABILITIES.get(command);
}

function addOperation(
  group: Command,
  { verb, capability }: Named,
  words: readonly string[],
  run: RunInvocation,
  options: { hidden?: boolean } = {},
): void {
  const command = group.command(verb, options).description(capability.summary);
  CAPABILITIES.set(command, capability);
  command.action(async () => {
    await run({ capability, texts: textsOf(capability, command), options: command.opts() });
  });
  if (!words.includes(group.name()) || !words.includes(verb)) return;
  for (const field of argumentsOf(capability)) command.argument(`[${argumentName(field).toLowerCase()}]`);
  addOptions(command, capability);
  const examples = examplesOf(capability).map((example) => `  $ ${onOneLine(example)}\n`);
  command.addHelpText('after', `\nExamples:\n${examples.join('')}`);
}

function textsOf(capability: Capability, used: Command): Map<string, readonly string[]> {
  const texts = argumentTexts(capability, used);
  for (const flag of flagsOf(capability)) {
    const typed = typedFor(flag, used);
    if (typed === undefined) continue;
    if (isSecretFlag(flag)) {
      throw new UsageError(
        `--${flag.name} is a secret and is not accepted as an argument: other users of the machine would see it.`,
        `${flag.required ? 'Omit it' : `Pass --ask ${flag.name}`} to enter it at a prompt, or pass it in a file: --input. The typed value is now in the history of the shell.`,
      );
    }
    if (texts.has(flag.name)) throw new UsageError(`${argumentName(flag)} was passed twice: with --${flag.name} too.`);
    texts.set(flag.name, typeof typed === 'object' ? typed : [String(typed)]);
  }
  return texts;
}

/** The texts without a flag. */
function argumentTexts(capability: Capability, used: Command): Map<string, readonly string[]> {
  const fields = argumentsOf(capability).slice(0, used.args.length);
  return new Map(fields.map(({ name }, at) => [name, [used.args[at]!]]));
}

function typedFor({ name, longName = name }: Flag, used: Command): readonly string[] | string | true | undefined {
  const typed = used.options
    .filter(({ long }) => long === `--${name}` || long === `--${longName}`)
    .map((option) => used.getOptionValue(option.attributeName()) as readonly string[] | string | true | undefined);
  return typed.find((one) => one !== undefined);
}
