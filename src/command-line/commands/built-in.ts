import { type Command, Option } from 'commander';
import { addMcp } from '../mcp/command';
import { api } from './api';
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
  addApi(program, context);
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
  for (const command of own) {
    const examples = EXAMPLES[command.name()]?.map((example) => `  $ ${example}\n`);
    if (examples) command.addHelpText('after', `\nExamples:\n${examples.join('')}`);
  }
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

function addApi(program: Command, context: Context): void {
  const each = (text: string, before: string[] = []): string[] => [...before, text];
  program
    .command('api')
    .description('send any request to the API, and print the answer')
    .argument('<words...>', 'the method and the path, or only the path: GET, or POST with fields')
    .option('-X, --method <method>', 'the method, if it is not the first word')
    .option('-f, --raw-field <name=text>', 'a field of the body, or of the query for GET', each)
    .option('-F, --field <name=value>', 'the same with true, false, null, numbers, and @file for its content', each)
    .option('-H, --header <name: value>', 'a header', each)
    .option('--input <file>', 'the body from a file, - for stdin; fields go to the query')
    .option('--paginate', 'every page of a list, each as a JSON document')
    .option('-i, --include', 'print the status and the headers too')
    .addHelpText('after', API_HELP)
    .action(async (words: string[], options: object) => api(words, options, context));
}

const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  login: ['parley login --url https://parley.example.com', 'parley login --with-token < key.txt'],
  logout: ['parley logout'],
  whoami: ['parley whoami --json'],
  use: ["parley use --workspace 'Corner Shop' --agent 'Help desk'"],
  chat: ["parley chat 'Help desk'", "echo 'When do you open?' | parley chat 'Help desk'"],
  profiles: ['parley profiles list', 'parley profiles use shop', 'parley profiles remove shop'],
};

const API_HELP = `
{workspaceId} and {agentId} in the path are the defaults of parley use.

Examples:
  $ parley api /workspaces
  $ parley api POST /workspaces/{workspaceId}/labels -f name=urgent
  $ parley api GET /workspaces/{workspaceId}/inbox --paginate -F limit=100
`;

const COMPLETION_HELP = `
bash:  parley completion bash > ~/.local/share/bash-completion/completions/parley
       or, without the package bash-completion:
       echo 'eval "$(parley completion bash)"' >> ~/.bashrc
zsh:   parley completion zsh > "\${fpath[1]}/_parley"
fish:  parley completion fish > ~/.config/fish/completions/parley.fish
`;
