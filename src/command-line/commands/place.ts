import { type Capability, pathParametersOf } from '../capability';
import type { Environment } from '../environment';
import { CommandError, Refusal, UsageError } from '../errors';
import { EXIT } from '../exit-codes';
import type { Values } from '../input/gather-input';
import { flagNameOf } from '../input/flags';
import { onOneLine } from '../output/printable';
import { Directory, type Kind } from './directory';

/** A default that a command took, since nothing was said. */
interface Taken {
  kind: Kind;
  id: string;
}

/** Where a command works. */
export interface Place {
  /** What people call what an id of the path names: `Shop (0198…)`. */
  labels: ReadonlyMap<string, string>;
  /** What was taken from the defaults of the profile. */
  taken: readonly Taken[];
}

const KINDS: ReadonlyMap<string, Kind> = new Map([
  ['workspaceId', 'workspace'],
  ['destinationWorkspaceId', 'workspace'],
  ['agentId', 'agent'],
]);
/** Fields beside the path that take the ids of agents. */
const AGENTS = /^agentIds$|AgentIds$/;

interface Settling {
  environment: Environment;
  /** Fields that were typed as flags: what is in a file is as the API takes it. */
  typed?: readonly string[];
  /** Of parameters that are no flags. */
  called?: Readonly<Record<string, string>>;
}

/**
 * Completes what was typed, from the left: a workspace or an agent that is not named is the default, and one that is named by
 * its name gets its id. Without names and with defaults that are ids it sends nothing.
 *
 * @throws CommandError where nothing, or nothing that is there, is named
 */
export async function settle(
  capability: Capability,
  values: Values,
  { environment, typed = [], called = {} }: Settling,
): Promise<Place> {
  const directory = new Directory(environment);
  const labels = new Map<string, string>();
  const taken: Taken[] = [];
  const parameters = pathParametersOf(capability);
  for (const parameter of parameters) {
    const kind = KINDS.get(parameter);
    const workspaceId = textOf(values['workspaceId']);
    const fallback = values[parameter] === undefined && kind ? defaultOf(kind, workspaceId, environment) : null;
    const text = values[parameter] ?? fallback?.text;
    if (text === undefined) throw missing(parameter, capability, called[parameter]);
    values[parameter] = text;
    if (!kind || typeof text !== 'string') continue;
    const { id, name } = await directory.find(kind, { text, variable: fallback?.variable }, workspaceId);
    values[parameter] = id;
    const label = name ?? fallback?.name;
    if (label !== undefined) labels.set(parameter, `${onOneLine(label)} (${id})`);
    if (fallback && !fallback.variable) taken.push({ kind, id });
  }
  const workspaceId = textOf(values['workspaceId']);
  for (const field of typed.filter((one) => AGENTS.test(one) && Array.isArray(values[one]) && workspaceId !== '')) {
    const texts = (values[field] as unknown[]).map(String);
    const ids: string[] = [];
    for (const text of texts) ids.push((await directory.find('agent', { text }, workspaceId)).id);
    values[field] = ids;
  }
  return { labels, taken };
}

/**
 * What is said where a default is the reason: whoever typed nothing wrong does not look there. Costs a request, after a
 * refusal only.
 */
export async function explained(error: unknown, { taken }: Place, environment: Environment): Promise<unknown> {
  if (!(error instanceof Refusal) || error.status !== 404) return error;
  const directory = new Directory(environment);
  for (const { kind, id } of taken) {
    // Who may not list them is told what the service says.
    const there = await directory.all(kind, environment.profile?.workspace ?? '').catch(() => null);
    if (there?.every((one) => one.id !== id)) return gone(kind, environment);
  }
  return error;
}

function gone(kind: Kind, { profileName, profile }: Environment): CommandError {
  const name = profile?.names?.[kind];
  return new CommandError(
    `The default ${kind} of the profile ${profileName}${name === undefined ? '' : `, ${onOneLine(name)},`} no longer exists, or you can no longer see it.`,
    EXIT.notFoundOrConflict,
    `Set another one: parley use --${kind} NAME. Or clear the defaults: parley use --clear`,
  );
}

export interface Fallback {
  /** An id, or a name. */
  text: string;
  name?: string | undefined;
  /** Where it is not from the profile. */
  variable?: string | undefined;
}

/** Null where there is none. An agent of the profile is for its workspace only. */
export function defaultOf(kind: Kind, workspaceId: string, { defaults, profile }: Environment): Fallback | null {
  const own = defaults[kind];
  if (!own) return null;
  if (own.variable !== undefined) return { text: own.text, variable: own.variable };
  if (kind === 'agent' && profile?.workspace !== workspaceId) return null;
  return { text: own.text, name: profile?.names?.[kind] };
}

function missing(parameter: string, capability: Capability, called: string | undefined): UsageError {
  const flag = `--${flagNameOf(pathParametersOf(capability), [parameter])}`;
  return new UsageError(
    `${called ?? flag} is missing.`,
    KINDS.has(parameter)
      ? `Pass ${called ?? `${flag} NAME`}, or set a default: parley use ${flag} NAME`
      : `See: ${capability.cli.command} --help`,
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
