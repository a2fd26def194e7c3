import type { Command, Option } from 'commander';
import { UsageError } from '../errors';
import { type Host, write } from '../host';
import { flagsOf } from '../input/flags';
import { onOneLine } from '../output/printable';
import { COMPLETION_SCRIPTS } from './completion-scripts';
import type { Context } from './context';
import { addOperations, capabilityOf } from './program';

const SHELLS = [...COMPLETION_SCRIPTS.keys()];
/** Words that every shell inserts unchanged. Offers come from the service, which may be any server. */
const WORD = /^[\w.,:@%+/-]+$/;
const FILES = '--input --output --file'.split(' ');

/** Prints a script that runs `parley complete` at each press of the tab key. */
export async function printScript(shell: string, host: Host): Promise<void> {
  const script = COMPLETION_SCRIPTS.get(shell);
  if (script === undefined) throw new UsageError(`There are scripts only for ${SHELLS.join(', ')}.`);
  await write(host.stdout, script);
}

interface Offer {
  value: string;
  description?: string;
}

/** Answers from this machine only: the tab key must not wait for a service. The scripts read this form. */
export async function complete(words: readonly string[], program: Command, context: Context): Promise<void> {
  const { environment, host } = context;
  const operations = await environment.listing.offline();
  addOperations(program, operations, words, { run: async () => {}, context });
  const { command, option, typed } = placeOf(words, program);
  const lines: string[] = [];
  if (!option || !FILES.includes(option.long ?? '')) {
    const offers = option ? await valuesOf(option, command, context) : await wordsFor(command, typed, context);
    for (const { value, description = '' } of offers) {
      if (WORD.test(value) && value.startsWith(typed)) lines.push(`${value}\t${onOneLine(description)}`);
    }
    lines.push(':4');
  } else {
    lines.push(':0');
  }
  await write(host.stdout, `${lines.join('\n')}\n`);
}

interface Place {
  command: Command;
  /** The option of the typed value. */
  option: Option | undefined;
  /** The typed part of the word or value. */
  typed: string;
}

/**
 * The place of the last word: the words before it lead to a command, and the last flag may take the word as its value.
 */
function placeOf(words: readonly string[], program: Command): Place {
  let command = program;
  let open: Option | undefined;
  for (const word of words.slice(0, -1)) {
    const flag = open ? undefined : optionOf(command, word);
    if (!open && !word.startsWith('-')) command = command.commands.find((one) => one.name() === word) ?? command;
    open = flag?.required && !word.includes('=') ? flag : undefined;
  }
  const last = words.at(-1) ?? '';
  const [name = '', value] = last.startsWith('--') && last.includes('=') ? splitOnce(last) : [];
  if (value !== undefined) return { command, option: optionOf(command, name), typed: value };
  return { command, option: open, typed: last };
}

function optionOf(command: Command, word: string): Option | undefined {
  const [name] = splitOnce(word);
  return command.options.find(({ long, short }) => long === name || short === name);
}

function splitOnce(word: string): [string, string | undefined] {
  const at = word.indexOf('=');
  return at < 0 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)];
}

async function wordsFor(command: Command, typed: string, context: Context): Promise<Offer[]> {
  if (typed.startsWith('-')) {
    return command.options
      .filter(({ hidden }) => !hidden)
      .map(({ long, description }) => ({ value: long ?? '', description }));
  }
  if (command.name() === 'completion') return SHELLS.map((value) => ({ value }));
  if (command.parent?.name() === 'profiles' && command.name() !== 'list') return profilesOf(context);
  return command
    .createHelp()
    .visibleCommands(command)
    .filter((one) => one.name() !== 'help')
    .map((one) => ({ value: one.name(), description: one.description() }));
}

async function valuesOf(option: Option, command: Command, context: Context): Promise<Offer[]> {
  if (option.long === '--profile') return profilesOf(context);
  const operation = capabilityOf(command);
  const { schema } = (operation && flagsOf(operation).find(({ name }) => `--${name}` === option.long)) ?? {};
  const choices = schema?.enum ?? schema?.items?.enum ?? (schema?.type === 'boolean' ? [true, false] : []);
  return choices.filter((choice) => choice !== null).map((choice) => ({ value: String(choice) }));
}

async function profilesOf({ environment }: Context): Promise<Offer[]> {
  return (await environment.profiles.names()).map((value) => ({ value }));
}
