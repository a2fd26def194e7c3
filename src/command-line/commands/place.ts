import { type Capability, pathParametersOf } from '../capability';
import type { Environment } from '../environment';
import { CommandError, Refusal, UsageError } from '../errors';
import { EXIT } from '../exit-codes';
import type { Values } from '../input/gather-input';
import { flagNameOf } from '../input/flags';
import { onOneLine } from '../output/printable';
import { Directory, type Kind } from './directory';

/** A default that a command used, because no value was passed. */
interface Taken {
  kind: Kind;
  id: string;
}

/** The workspace and the agent of a command. */
export interface Place {
  /** Descriptions of the ids in the path: `Shop (0198…)`. */
  labels: ReadonlyMap<string, string>;
  /** The defaults of the profile that were used. */
  taken: readonly Taken[];
}

const KINDS: ReadonlyMap<string, Kind> = new Map([
  ['workspaceId', 'workspace'],
  ['destinationWorkspaceId', 'workspace'],
  ['agentId', 'agent'],
]);
/** Fields other than path parameters that accept the ids of agents. */
const AGENTS = /^agentIds$|AgentIds$/;

interface Settling {
  environment: Environment;
  /** Fields that were passed as flags. Values from a file are sent unchanged. */
  typed?: readonly string[];
  /** How to pass parameters that are not flags. */
  called?: Readonly<Record<string, string>>;
}

/**
 * Completes the typed input from left to right: a missing workspace or agent gets the default, and a name becomes its
 * id. Sends no request if there are no names and the defaults are ids.
 *
 * @throws CommandError if a value is missing, or does not exist
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
 * Adds an explanation if a default caused the error, because the user did not type the wrong value. Sends one request,
 * and only after a refusal.
 */
export async function explained(error: unknown, { taken }: Place, environment: Environment): Promise<unknown> {
  if (!(error instanceof Refusal) || error.status !== 404) return error;
  const directory = new Directory(environment);
  for (const { kind, id } of taken) {
    // Without permission to list them, show the original error.
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
  /** An id or a name. */
  text: string;
  name?: string | undefined;
  /** Undefined if it is from the profile. */
  variable?: string | undefined;
}

/** Null if there is none. The profile's agent applies only in the profile's workspace. */
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
