import type { Command } from 'commander';
import type { Context } from '../commands/context';
import { siteOf } from '../environment';
import { Bridge } from './bridge';
import { McpCredentials } from './mcp-credentials';
import { Relay } from './relay';

interface BridgeOptions {
  toolsets?: string;
  passwordCommand?: string;
}

/** `parley mcp`. */
export function addMcp(program: Command, context: Context): void {
  program
    .command('mcp')
    .description('connect an MCP client: relay its messages between stdin, stdout and the service')
    .option('--toolsets <names>', 'toolsets to list, separated by commas, such as default,contacts; all: every tool')
    .option('--password-command <command>', 'a command that prints your password, to sign in again when it is needed')
    .addHelpText('after', HELP)
    .action(async (options: BridgeOptions) => runBridge(options, context));
}

async function runBridge({ toolsets, passwordCommand }: BridgeOptions, { environment, host }: Context): Promise<void> {
  const credentials = new McpCredentials({ environment, host, passwordCommand });
  const url = new URL(`${siteOf(environment.baseUrl)}/mcp`);
  if (toolsets !== undefined) url.searchParams.set('toolsets', toolsets);
  await new Bridge(new Relay(url, credentials), host).run(() => credentials.current());
}

const HELP = `
An MCP client starts this command; you sign in with: parley login --mcp
After 24 hours the sign-in ends. Sign in again, and the running client goes on. A password manager can do it for you:

  $ claude mcp add parley -- parley mcp
  $ parley mcp --password-command 'secret-tool lookup service parley'
`;
