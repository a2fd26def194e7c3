import { CommandLine } from '../support/command-line';
import type { Parley } from '../support/parley';
import { anAccount, type TestAccount } from './account';
import { aCredential, type IssuedCredential } from './credential';
import { aWorkspace } from './workspace';

/** A workspace, its owner, and the command line of that owner, which names the workspace by itself. */
export interface CommandDesk {
  account: TestAccount;
  owner: IssuedCredential;
  workspace: { id: string };
  cli: CommandLine;
}

export async function aCommandDesk(parley: Parley): Promise<CommandDesk> {
  const account = await anAccount(parley);
  const owner = await aCredential(parley, account);
  const workspace = await aWorkspace(parley, owner);
  const cli = await CommandLine.at(parley.url, { PARLEY_TOKEN: owner.secret, PARLEY_WORKSPACE: workspace.id });
  return { account, owner, workspace, cli };
}
