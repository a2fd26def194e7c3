import type { Context } from '../commands/context';
import type { Name } from '../commands/groups';

/** A command for a task of a team member that is more than one operation. */
export interface WorkCommand extends Name {
  summary: string;
  /** As in commander: `<file>` is required, `[member]` is not. */
  args: readonly (readonly [name: string, description: string])[];
  options: readonly (readonly [flags: string, description: string])[];
  /** Complete commands. */
  examples: readonly string[];
  /** The operations that it calls. The command is there if the service has them all. With none, it runs without a service. */
  needs: readonly string[];
  run(args: readonly (string | undefined)[], options: WorkOptions, context: Context): Promise<void>;
}

/** The options of all of them; each declares those that it takes. */
export interface WorkOptions {
  workspace?: string;
  agent?: string;
  json?: boolean;
  none?: boolean;
  until?: string;
  for?: string;
  reason?: string;
  limit?: string;
  after?: string;
  types?: string;
  name?: string;
  contentType?: string;
  wait?: boolean;
  forwardTo?: string;
  events?: string;
  content?: string;
  printSecret?: boolean;
  head?: string;
  keys?: string;
}

export const WORKSPACE_OPTION = ['--workspace <name or id>', 'the workspace; default: see parley use'] as const;
export const AGENT_OPTION = ['--agent <name or id>', 'the agent; default: see parley use'] as const;
export const JSON_OPTION = ['--json', 'print JSON'] as const;
