import { parseArgs } from 'node:util';
import { type Command, CommanderError } from 'commander';
import { addBuiltIns } from './commands/built-in';
import { runOperation } from './commands/operation-command';
import { PROFILE_OPTION } from './commands/operation-options';
import { addOperations } from './commands/program';
import type { Listing } from './connection/listing';
import { DiscreetCommand } from './discreet-command';
import { type Environment, environmentOf } from './environment';
import { CommandError, Unavailable } from './errors';
import { EXIT, type ExitCode } from './exit-codes';
import { type Host, type Output, write } from './host';
import { OWN_COMMANDS } from './own-commands';
import { reportError } from './output/report-error';
import { version } from './version';
import { needsNoService } from './work/work-commands';

/** Runs one command line, without the name of the program. Returns the exit code of the process. */
export async function run(typed: readonly string[], host: Host): Promise<ExitCode> {
  const argv = typed[0] === 'help' ? [...typed.slice(1), '--help'] : typed;
  try {
    if (argv[0] === '--version' || argv[0] === '-V') {
      await write(host.stdout, `${version()}\n`);
      return EXIT.ok;
    }
    const { profile, command, verb } = glance(argv);
    const environment = await environmentOf(host, {
      profile,
      mayBeNew: command === undefined || MAKES_PROFILES.has(command),
    });
    const isAlone = OWN_COMMANDS.has(command ?? '') || needsNoService(command, verb);
    const listing = isAlone ? null : await listingFor(command, environment);
    const attempt = (known: Listing | null): Promise<ExitCode> => parse(argv, { environment, known, host });
    try {
      return await attempt(listing);
    } catch (error) {
      if (!(error instanceof NotUnderstood)) throw error;
      // The service may have a newer listing than the cached one.
      const refreshed = listing && !listing.current ? await environment.listing.refresh().catch(() => null) : null;
      if (!refreshed) throw error;
      return await attempt(refreshed);
    }
  } catch (error) {
    const known = error instanceof CommandError ? error : fault(error);
    await reportError(known, { json: argv.includes('--json') }, host);
    return known.exitCode;
  }
}

/** Commands that also run if the chosen profile does not exist. */
const MAKES_PROFILES = new Set(['login', 'profiles', 'complete', 'completion']);

/** Reads the profile and the command before all else: the profile decides which commands exist. */
function glance(argv: readonly string[]): Record<'profile' | 'command' | 'verb', string | undefined> {
  // The words to complete may name another profile.
  const [first, ...words] = argv;
  const { values, positionals } = parseArgs({
    args: first === 'complete' ? words.slice(0, -1).filter((word) => word !== '--') : [...argv],
    options: { profile: { type: 'string' } },
    strict: false,
    allowPositionals: true,
  });
  const { profile } = values;
  return {
    profile: typeof profile === 'string' ? profile : undefined,
    command: first === 'complete' ? first : positionals[0],
    verb: positionals[1],
  };
}

/** Null for commands that show help, if no listing is available. */
async function listingFor(command: string | undefined, { listing }: Environment): Promise<Listing | null> {
  try {
    return await listing.get();
  } catch (error) {
    if (command === undefined && error instanceof Unavailable) return null;
    throw error;
  }
}

interface Parsing {
  environment: Environment;
  known: Listing | null;
  host: Host;
}

async function parse(argv: readonly string[], { environment, known, host }: Parsing): Promise<ExitCode> {
  const shown: [Output, string][] = [];
  const program = new DiscreetCommand('parley')
    .description('Chat agents that answer from their knowledge and hand over to people.')
    .option(...PROFILE_OPTION)
    .version(version())
    // Options after a command belong to the command, so that any text can be a value.
    .enablePositionalOptions()
    .exitOverride()
    .showSuggestionAfterError()
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .configureOutput({
      writeOut: (text) => shown.push([host.stdout, text]),
      writeErr: (text) => shown.push([host.stderr, text]),
      getOutHelpWidth: () => host.stdout.columns || 100,
      outputError: () => {},
    });
  addBuiltIns(program, { environment, host });
  addOperations(program, known?.operations ?? [], argv, {
    run: (invocation) => runOperation(invocation, environment, host),
    context: { environment, host },
  });
  program.addHelpText('after', known ? EXAMPLES : UNKNOWN_SERVICE);
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0 && error.code !== 'commander.help')
      throw new NotUnderstood(error, nearestOf(program, argv));
    return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  } finally {
    for (const [stream, text] of shown) await write(stream, text);
  }
}

const EXAMPLES = `
Examples:
  $ parley login
  $ parley use --workspace 'Corner Shop'
  $ parley inbox list --status open
  $ parley inbox reply 3 'It ships on Monday.'
  $ parley contacts create --help
`;

const UNKNOWN_SERVICE = `
The operations come from the service, which does not answer: set PARLEY_URL, or sign in with parley login.
`;

class NotUnderstood extends CommandError {
  constructor({ message }: CommanderError, command: string) {
    super(message.replace(/^error: /, ''), EXIT.usage, `See: ${command} --help`);
  }
}

/** The command that the first words name, as far as it is known: the words after it may be values. */
function nearestOf(program: Command, argv: readonly string[]): string {
  let nearest = program;
  const names = [program.name()];
  for (const word of argv) {
    const next = nearest.commands.find((one) => one.name() === word);
    if (!next) break;
    nearest = next;
    names.push(word);
  }
  return names.join(' ');
}

/** A bug of this program. Shows its place, but none of the data that it handled. */
function fault(error: unknown): CommandError {
  const stack = error instanceof Error ? (error.stack ?? '').replace(error.message, '') : '';
  const place = stack.split('\n').find((line) => /^\s+at /.test(line));
  return new CommandError(`This is a bug in the command line itself${place ? `, ${place.trim()}` : ''}.`, EXIT.fault);
}
