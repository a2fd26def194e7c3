import { repeatable } from '../discreet-command';
import { baseUrlOf } from '../environment';
import { UsageError } from '../errors';
import { type Host, write } from '../host';
import { safeJson } from '../output/printable';
import { recordLines } from '../output/record';
import { paintFor } from '../output/style';
import type { Profile } from '../profiles/profile-store';
import type { Context } from './context';
import { Directory, type Found } from '../names/directory';
import { defaultOf, type Kind } from './place';

export interface UseOptions {
  workspace?: string;
  agent?: string;
  clear?: boolean;
  json?: boolean;
}

/**
 * Saves the default workspace and agent in the profile. Without options, shows them.
 *
 * @throws CommandError if the profile is not signed in, or there is no such workspace or agent
 */
export async function use(options: UseOptions, context: Context): Promise<void> {
  const { environment, host } = context;
  const { profiles, profileName, profile, baseUrl } = environment;
  if (!profile) {
    throw new UsageError(
      `The profile ${repeatable(profileName)} is not signed in.`,
      'Sign in: parley login. Programs set PARLEY_WORKSPACE and PARLEY_AGENT.',
    );
  }
  const { workspace, agent, clear = false, json = false } = options;
  if (!clear && workspace === undefined && agent === undefined) return show(json, context);
  if (baseUrlOf(profile.url) !== baseUrl) {
    throw new UsageError(`PARLEY_URL names another service than the profile ${profileName}.`);
  }
  const saved = clear ? cleared(profile) : await chosen(profile, options, context);
  await profiles.write(profileName, saved);
  const shown = { ...environment, profile: saved, defaults: defaultsOf(saved) };
  await show(json, { environment: shown, host });
  await warnOfVariables(options, host);
}

function defaultsOf({ workspace, agent }: Profile): Context['environment']['defaults'] {
  const defaultOf = (text: string | undefined) => (text === undefined ? null : { text });
  return { workspace: defaultOf(workspace), agent: defaultOf(agent) };
}

function cleared({ workspace: _workspace, agent: _agent, names: _names, ...rest }: Profile): Profile {
  return rest;
}

async function chosen(profile: Profile, options: UseOptions, { environment }: Context): Promise<Profile> {
  const one = async (kind: Kind, text: string, workspaceId = ''): Promise<Found> => {
    if (text === '') throw new UsageError(`--${kind} is empty.`, 'To clear the defaults: parley use --clear');
    return new Directory(environment).find(`${kind}Id`, { text, within: { workspaceId } });
  };
  let { workspace, agent, names = {} } = profile;
  if (options.workspace !== undefined) {
    const { id, name } = await one('workspace', options.workspace);
    // An agent belongs to one workspace.
    if (id !== workspace) [agent, names] = [undefined, {}];
    workspace = id;
    if (name !== null) names = { ...names, workspace: name };
  }
  if (options.agent !== undefined) {
    if (workspace === undefined) {
      throw new UsageError('--agent needs a workspace.', 'Pass both: parley use --workspace NAME --agent NAME');
    }
    const { id, name } = await one('agent', options.agent, workspace);
    agent = id;
    names = { ...names, agent: name ?? undefined };
  }
  return { ...profile, workspace, agent, names };
}

async function warnOfVariables({ workspace, agent }: UseOptions, { env, stderr }: Host): Promise<void> {
  for (const [value, variable] of [
    [workspace, 'PARLEY_WORKSPACE'],
    [agent, 'PARLEY_AGENT'],
  ] as const) {
    if (value !== undefined && env[variable]) {
      await write(stderr, `${variable} is set and takes precedence.\n`);
    }
  }
}

export interface PlaceInUse {
  workspace: string | null;
  /** Its name, if it was chosen by name. */
  workspaceName: string | null;
  agent: string | null;
  agentName: string | null;
}

/** The workspace and the agent of commands that do not name one. */
export function placeInUse({ environment }: Pick<Context, 'environment'>): PlaceInUse {
  const workspace = defaultOf('workspace', '', environment);
  const agent = defaultOf('agent', workspace?.text ?? '', environment);
  return {
    workspace: workspace?.text ?? null,
    workspaceName: workspace?.name ?? null,
    agent: agent?.text ?? null,
    agentName: agent?.name ?? null,
  };
}

async function show(json: boolean, { environment, host }: Context): Promise<void> {
  const shown = { profile: environment.profileName, ...placeInUse({ environment }) };
  if (json) return write(host.stdout, `${safeJson(shown)}\n`);
  if (shown.workspace === null && shown.agent === null) {
    return write(host.stderr, 'No default is set. Set one: parley use --workspace NAME\n');
  }
  const known = Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== null));
  const options = { width: 80, fields: null, known: [], paint: paintFor(host.stdout, host) };
  await write(host.stdout, await recordLines(known, options));
}
