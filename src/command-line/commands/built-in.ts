import { type Command, Option } from 'commander';
import { addMcp } from '../mcp/command';
import { chat } from './chat';
import { complete, printScript } from './completion';
import type { Context } from './context';
import { login } from './login';
import { logout } from './logout';
import { PROFILE_OPTION } from './operation-options';
import { listProfiles, removeProfile, useProfile } from './profiles';
import { use } from './use';
import { whoami } from './whoami';

/** Adds the built-in commands. */
export function addBuiltIns(program: Command, context: Context): void {
  program
    .command('login')
    .description('sign in: obtain a credential for this machine, and save it')
    .option('--url <address>', 'address of the service, such as https://parley.example.com')
    .option('--email <email>', 'email address of the account')
    .option('--scopes <scopes>', 'scopes of the credential, separated by commas; default: all')
    .option('--name <name>', 'label of the credential')
    .option('--expires-at <time>', 'expiry of the credential; default: the latest possible time, in 24 hours')
    .option('--password-stdin', 'read the password from stdin')
    .option('--with-token', 'read a credential from stdin, such as a workspace key, and save it')
    .option('--workspace <name or id>', 'the default workspace, as with parley use')
    .option('--mcp [scopes]', 'sign in for MCP clients too: see parley mcp --help')
    .action(async (options: object) => login(options, context));
  program
    .command('logout')
    .description('revoke the credential of the profile, and remove it')
    .option('--password-stdin', 'read the password from stdin')
    .option('--forget', 'only remove it: it stays valid until it expires')
    .action(async (options: object) => logout(options, context));
  program
    .command('whoami')
    .description('show the service and the account that commands use')
    .option('--json', 'print JSON')
    .action(async (options: object) => whoami(options, context));
  program
    .command('use')
    .description('set or show the default workspace and agent')
    .option('--workspace <name or id>', 'the default workspace')
    .option('--agent <name or id>', 'the default agent, in that workspace')
    .addOption(new Option('--clear', 'clear both').conflicts(['workspace', 'agent']))
    .option('--json', 'print JSON')
    .action(async (options: object) => use(options, context));
  addProfiles(program, context);
  program
    .command('chat')
    .description('chat with an agent')
    .argument('[agent]', 'its name or id; default: see parley use')
    .option('--workspace <name or id>', 'workspace of the agent')
    .option('--conversation <id>', 'conversation to continue')
    .option('--json', 'print each answer as JSON, one per line')
    .action(async (agent: string | undefined, options: object) => chat(agent, options, context));
  addMcp(program, context);
  program
    .command('completion')
    .description('print the completion script of a shell: bash, zsh or fish')
    .argument('<shell>')
    .addHelpText('after', COMPLETION_HELP)
    .action(async (shell: string) => printScript(shell, context.host));
  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .allowUnknownOption()
    .helpOption(false)
    .action(async (words: string[]) => complete(words, program, context));
  const own = program.commands.filter((command) => command.name() !== 'complete');
  for (const command of own.flatMap((one) => [one, ...one.commands])) command.option(...PROFILE_OPTION);
}

function addProfiles(program: Command, context: Context): void {
  const profiles = program
    .command('profiles')
    .description('services and credentials on this machine: list, use, remove');
  profiles
    .command('list')
    .description('show them')
    .option('--json', 'print JSON')
    .action(async (options: object) => listProfiles(options, context));
  profiles
    .command('use')
    .description('select the profile that commands use')
    .argument('<name>')
    .action(async (name: string) => useProfile(name, context));
  profiles
    .command('remove')
    .description('remove a profile; its credential stays valid: see parley logout')
    .argument('<name>')
    .action(async (name: string) => removeProfile(name, context));
}

const COMPLETION_HELP = `
bash:  parley completion bash > ~/.local/share/bash-completion/completions/parley
       or, without the package bash-completion:
       echo 'eval "$(parley completion bash)"' >> ~/.bashrc
zsh:   parley completion zsh > "\${fpath[1]}/_parley"
fish:  parley completion fish > ~/.config/fish/completions/parley.fish
`;
