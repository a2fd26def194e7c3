import type { RootCommand } from '@bomb.sh/tab';
import type { Command, Option } from 'commander';
import type { Capability } from '../capability';
import { UsageError } from '../errors';
import { type Host, write } from '../host';
import { flagsOf } from '../input/flags';
import { onOneLine } from '../output/printable';
import { COMPLETION_SCRIPTS } from './completion-scripts';
import { addOperations } from './program';
import type { Context } from './context';

/** What every shell takes for a word: shells put it into the line as it is, and it comes from the service. */
const WORD = /^[\w.,:@%+/-]+$/;
const SHELLS = [...COMPLETION_SCRIPTS.keys()];

/** Prints a script that asks `parley complete` at each press of the tab key. */
export async function printScript(shell: string, host: Host): Promise<void> {
  const script = COMPLETION_SCRIPTS.get(shell);
  if (script === undefined) throw new UsageError(`${shell} is not one of ${SHELLS.join(', ')}.`);
  await write(host.stdout, script);
}

/** Answers with what is on this machine: the tab key waits for no service. */
export async function complete(words: readonly string[], program: Command, { environment }: Context): Promise<void> {
  const operations = await environment.listing.offline();
  addOperations(program, operations, words, async () => {});
  if (/^--(input|output)$/.test(words.at(-2) ?? '') || /^--(input|output)=/.test(words.at(-1) ?? '')) {
    return leaveToTheShell();
  }
  const byCommand = new Map(operations.map((operation) => [operation.cli.command, operation]));
  const { RootCommand } = await import('@bomb.sh/tab');
  const root = new RootCommand();
  for (const command of program.commands) add(root, command, '', byCommand);
  root.parse([...words]);
}

/** Directive 0 of the protocol that the scripts speak: complete the names of files. */
function leaveToTheShell(): void {
  process.stdout.write(':0\n');
}

function add(root: RootCommand, command: Command, above: string, operations: ReadonlyMap<string, Capability>): void {
  const name = `${above} ${command.name()}`.trim();
  if (name === 'complete' || !WORD.test(command.name())) return;
  const known = root.command(name, onOneLine(command.description()));
  const operation = operations.get(`parley ${name}`);
  for (const option of command.options) {
    if (option.hidden || !option.long || !WORD.test(option.long)) continue;
    const description = onOneLine(option.description);
    const long = option.long.slice(2);
    if (option.isBoolean()) known.option(long, description, option.short?.slice(1) ?? '');
    else known.option(long, description, (offer) => valuesOf(option, operation).forEach((value) => offer(value, '')));
  }
  if (name === 'completion') known.argument('shell', (offer) => SHELLS.forEach((shell) => offer(shell, '')));
  for (const inner of command.commands) add(root, inner, name, operations);
}

function valuesOf(option: Option, operation: Capability | undefined): string[] {
  const flag = operation && flagsOf(operation).find(({ name }) => `--${name}` === option.long);
  const { schema } = flag ?? {};
  const choices = schema?.enum ?? schema?.items?.enum ?? (schema?.type === 'boolean' ? [true, false] : []);
  return choices
    .filter((choice) => choice !== null)
    .map(String)
    .filter((choice) => WORD.test(choice));
}
