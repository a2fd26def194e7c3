import { type Capability, pathParametersOf, type Schema, typeOf } from '../capability';
import type { Environment } from '../environment';
import { type Host, NoTerminal } from '../host';
import { fieldOf } from '../output/fields';
import { flagsOf } from './flags';
import { get, set, type Values } from './gather-input';
import { argumentsOf } from './arguments';
import { requestOf } from './request';

const VERSION = 'expectedVersion';
const REASON = 'reason';
/** Times at which something happened. They are required, and usually now. */
const PRESENT = ['occurredAt', 'observedAt'];

/** Asks a person at the terminal for missing arguments that have no default, and for a missing reason. */
export async function askForArguments(capability: Capability, values: Values, host: Host): Promise<void> {
  const parameters = pathParametersOf(capability);
  const known = new Set(argumentsOf(capability).map(({ name }) => name));
  for (const { path, name, schema, required } of flagsOf(capability)) {
    const isAsked = path.join('.') === REASON || (known.has(name) && !parameters.includes(path[0]!));
    if (!required || !isAsked || typeOf(schema) !== 'string' || get(values, path) !== undefined) continue;
    const text = await answered(name, schema, host);
    if (text !== undefined) set(values, path, text);
  }
}

/** Completes required fields that a user need not know: the current version of the record, and the time. */
export async function completeInput(capability: Capability, values: Values, environment: Versions): Promise<void> {
  const missing = flagsOf(capability).filter(({ required, path }) => required && get(values, path) === undefined);
  for (const { path } of missing) {
    const field = path.join('.');
    if (PRESENT.includes(field)) set(values, path, new Date().toISOString());
    else if (field === VERSION) await completeVersion(capability, values, environment);
  }
}

type Versions = Pick<Environment, 'listing' | 'service'>;

/** Undefined without a person at the terminal. The service then reports the missing field. */
async function answered(name: string, schema: Schema, host: Host): Promise<string | undefined> {
  if (host.stdin.isTTY !== true || host.stdout.isTTY !== true) return undefined;
  const words = name.split('.').at(-1)!.replaceAll('-', ' ');
  const choices = schema.enum ? ` (${schema.enum.join(', ')})` : '';
  try {
    return (await host.ask(`${words.charAt(0).toUpperCase()}${words.slice(1)}${choices}:`)) || undefined;
  } catch (error) {
    if (error instanceof NoTerminal) return undefined;
    throw error;
  }
}

/** Reads the record that the operation changes: that at the longest part of its path that can be read. */
async function completeVersion(capability: Capability, values: Values, { listing, service }: Versions): Promise<void> {
  const found = readerOf(capability, (await listing.get()).operations);
  if (!found) return;
  const { reader, field } = found;
  const own = Object.fromEntries(pathParametersOf(reader).map((name) => [name, values[name]]));
  const { body } = await (await service()).call(reader, requestOf(reader, own));
  const version = fieldOf(body, field);
  if (typeof version === 'number') values[VERSION] = version;
}

function readerOf(
  { api }: Capability,
  operations: readonly Capability[],
): { reader: Capability; field: string } | null {
  const readers = operations
    .filter((one) => one.api.method === 'GET' && `${api.path}/`.startsWith(`${one.api.path}/`))
    .sort((a, b) => b.api.path.length - a.api.path.length);
  for (const reader of readers) {
    const field = versionFieldOf(reader.outputSchema);
    if (field !== null) return { reader, field };
  }
  return null;
}

/** `version`, or in a record within, `message.lifecycleVersion`. */
function versionFieldOf({ properties = {} }: Schema): string | null {
  const own = versionIn(properties);
  if (own !== undefined) return own;
  for (const [name, schema] of Object.entries(properties)) {
    const inner = versionIn(schema.properties ?? {});
    if (inner !== undefined) return `${name}.${inner}`;
  }
  return null;
}

function versionIn(properties: Readonly<Record<string, Schema>>): string | undefined {
  return Object.keys(properties).find(
    (name) => /^version$|Version$/.test(name) && typeOf(properties[name]!) === 'integer',
  );
}
