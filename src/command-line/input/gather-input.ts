import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { type Capability, bodyKindOf } from '../capability';
import { bytesOf } from '../bytes-of';
import { repeatable } from '../discreet-command';
import { unreadable, UsageError } from '../errors';
import { type Host, NoTerminal } from '../host';
import { isRecord } from '../output/fields';
import { valueOf } from './flag-value';
import { type Flag, flagsOf, isSecretFlag } from './flags';

export type Values = Record<string, unknown>;

/** The typed input of an operation. */
export interface Typed {
  /** By the flag's name. */
  texts: ReadonlyMap<string, readonly string[]>;
  /** Names of flags that set their fields to null. */
  unset: readonly string[];
  /** A file with the body, `-` for stdin. */
  input: string | undefined;
}

/** Above the limit of any JSON body, so that the service refuses a long one. A stream is not read into memory. */
const LONGEST_INPUT = 16 * 1_048_576;

/**
 * The input from a file and from flags. The values for path, query and body are together in one object.
 *
 * @throws UsageError if the file is not a JSON object, or a flag cannot be null
 */
export async function gatherInput(capability: Capability, { texts, unset, input }: Typed, host: Host): Promise<Values> {
  const isJson = bodyKindOf(capability) === 'json' || bodyKindOf(capability) === 'form';
  const values = input !== undefined && isJson ? await objectFrom(input, host) : {};
  const flags = flagsOf(capability);
  for (const flag of flags) {
    const typed = texts.get(flag.name);
    if (typed) set(values, flag.path, valueOf(flag.schema, typed));
  }
  for (const name of unset) set(values, unsettable(flags, name).path, null);
  return values;
}

/**
 * Completes the input by asking the user.
 *
 * @param ask names of flags of optional secrets to ask for
 * @throws UsageError if one of them is not a secret
 */
export async function askForRest(
  capability: Capability,
  values: Values,
  ask: readonly string[],
  host: Host,
): Promise<void> {
  const flags = flagsOf(capability);
  const optional = new Set(ask.map((name) => askable(flags, name)));
  for (const flag of flags.filter(
    (one) => (one.required || optional.has(one)) && get(values, one.path) === undefined,
  )) {
    const value = isSecretFlag(flag) ? await secretFor(flag, host) : onlyValueOf(flag);
    if (value !== undefined) set(values, flag.path, value);
  }
}

/** The only allowed value, which the user need not type. */
function onlyValueOf({ schema }: Flag): unknown {
  const [only, ...others] = schema.enum ?? [];
  return others.length === 0 ? only : undefined;
}

/** The bytes of a file, or of stdin. */
export function openInput(file: string, host: Host): Readable {
  return file === '-' ? (host.stdin as Readable) : createReadStream(file);
}

/** Undefined without a terminal to ask at. The service then reports the missing field. */
async function secretFor(flag: Flag, host: Host): Promise<string | undefined> {
  const words = flag.name.replaceAll('-', ' ');
  try {
    return await host.ask(`${words.charAt(0).toUpperCase()}${words.slice(1)}:`, { hidden: true });
  } catch (error) {
    if (error instanceof NoTerminal) return undefined;
    throw error;
  }
}

async function objectFrom(file: string, host: Host): Promise<Values> {
  const text = await textOf(file, host);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's own message would show parts of the file, which may contain secrets.
    throw new UsageError(`${called(file)} is not JSON.`);
  }
  if (!isRecord(value)) throw new UsageError(`${called(file)} is not a JSON object.`);
  return value;
}

async function textOf(file: string, host: Host): Promise<string> {
  const tooLong = (): UsageError => new UsageError(`${called(file)} is larger than ${LONGEST_INPUT} bytes.`);
  const bytes = await bytesOf(openInput(file, host), LONGEST_INPUT, tooLong).catch((error: unknown) => {
    throw error instanceof UsageError ? error : unreadable(called(file), error);
  });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`${called(file)} is not UTF-8.`);
  }
}

/** A description of the file for sentences. Not its name, because a user may have typed a secret in its place. */
export function called(file: string, flag = '--input'): string {
  return file === '-' ? 'The input' : `The file of ${flag}`;
}

function unsettable(flags: readonly Flag[], name: string): Flag {
  const flag = flags.find((one) => one.name === name.replace(/^--/, ''));
  if (!flag) throw new UsageError(`--unset ${repeatable(name)}: there is no such flag.`);
  return flag;
}

function askable(flags: readonly Flag[], name: string): Flag {
  const flag = flags.find((one) => isSecretFlag(one) && one.name === name.replace(/^--/, ''));
  if (!flag) throw new UsageError(`--ask ${name}: there is no such secret.`);
  return flag;
}

export function get(values: Values, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), values);
}

/** Puts a value at a place, and objects above it. */
export function set(values: Values, path: readonly string[], value: unknown): void {
  let object = values;
  for (const name of path.slice(0, -1)) {
    const inner = object[name];
    object = isRecord(inner) ? inner : (object[name] = {} as Values);
  }
  object[path.at(-1)!] = value;
}
