import { type Capability, pathParametersOf, type Schema } from '../capability';
import type { Environment } from '../environment';
import { CommandError, Refusal, UsageError } from '../errors';
import { EXIT } from '../exit-codes';
import { type Flag, flagNameOf } from '../input/flags';
import { set, type Values } from '../input/gather-input';
import { fieldOf } from '../output/fields';
import { onOneLine } from '../output/printable';
import { Directory } from '../names/directory';
import { latestReply } from './latest-reply';

/** The records that have defaults. */
export type Kind = 'workspace' | 'agent';

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

/** In characters, of a word that a field accepts besides ids. */
const LONGEST_KEYWORD = 64;

const AN_ID = '01940f6e-7c1a-7b39-a1a0-1d6a5c1d8f00';

interface Settling {
  environment: Environment;
  /** Fields that were typed. Values from a file are sent unchanged. */
  typed?: readonly Flag[];
  /** How to pass parameters that are not flags. */
  called?: Readonly<Record<string, string>>;
}

/**
 * Completes the typed input from left to right: a missing workspace or agent gets the default, and a name or the number
 * of a row becomes an id. Sends no request if there are only ids.
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
    const fallback =
      values[parameter] === undefined ? await fallbackFor(parameter, values, { capability, environment }) : null;
    const text = values[parameter] ?? fallback?.text;
    if (text === undefined) throw missing(parameter, capability, called[parameter]);
    values[parameter] = text;
    if (typeof text !== 'string') continue;
    const variable = fallback?.variable;
    const { id, name } = await directory.find(parameter, { text, variable, within: within(values) });
    values[parameter] = id;
    const label = name ?? fallback?.name;
    if (label !== undefined) labels.set(parameter, `${onOneLine(label)} (${id})`);
    if (kind && fallback && !fallback.variable) taken.push({ kind, id });
  }
  for (const flag of typed.filter(({ path: [first = ''] }) => !parameters.includes(first))) {
    await nameField(flag, values, { names: capability.cli.names, directory });
  }
  return { labels, taken };
}

async function fallbackFor(
  parameter: string,
  values: Readonly<Values>,
  { capability, environment }: { capability: Capability; environment: Environment },
): Promise<Fallback | null> {
  const kind = KINDS.get(parameter);
  if (kind) return defaultOf(kind, textOf(values['workspaceId']), environment);
  if (parameter !== 'messageId') return null;
  return { text: await latestReply(capability, values, environment) };
}

/** The path parameters that are known. A linked workspace has members and labels of its own. */
function within(values: Readonly<Values>): Values {
  return { ...values, workspaceId: values['workspaceId'] ?? values['destinationWorkspaceId'] };
}

interface Naming {
  names: Capability['cli']['names'];
  directory: Directory;
}

/** Puts ids in place of the names in one field. */
async function nameField({ path, schema }: Flag, values: Values, { names = {}, directory }: Naming): Promise<void> {
  const field = path.join('.');
  const place = within(values);
  const value = fieldOf(values, field);
  if (!(hasId(path, schema) || names[field] !== undefined) || textOf(place['workspaceId']) === '') return;
  const idOf = async (text: string): Promise<string> =>
    fits(text, schema) ? text : (await directory.find(field, { text, within: place, names })).id;
  if (typeof value === 'string') return set(values, path, await idOf(value));
  if (!Array.isArray(value)) return;
  const ids: string[] = [];
  for (const text of value.map(String)) ids.push(await idOf(text));
  set(values, path, ids);
}

/** Whether the field has the id of a record, or several. */
function hasId(path: readonly string[], schema: Schema): boolean {
  if (schema.format === 'uuid' || schema.items?.format === 'uuid') return true;
  // `me` and an id.
  return path.at(-1)!.endsWith('Id') && fits(AN_ID, schema);
}

/** Whether the service takes the text as it is: `unassigned`. */
function fits(text: string, { pattern, enum: choices }: Schema): boolean {
  if (choices?.includes(text)) return true;
  try {
    return pattern !== undefined && text.length <= LONGEST_KEYWORD && new RegExp(pattern).test(text);
  } catch {
    return false;
  }
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
    const there = await directory.every(kind, { workspaceId: environment.profile?.workspace ?? '' }).catch(() => null);
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
