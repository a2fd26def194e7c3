import { type Capability, isDestructive, type Schema, typeOf } from '../capability';
import { argumentsOf } from '../input/arguments';
import { type Flag, flagsOf, isSecretFlag } from '../input/flags';

/** Required fields that the command line completes. */
const COMPLETED = /^(workspaceId|agentId|expectedVersion|occurredAt|observedAt|idempotencyKey)$/;
const UUID = /^[0-9a-f]{8}-/i;
/** The most optional flags in an example of an operation that requires nothing. */
const MOST_OPTIONAL = 2;

/** Complete commands for help: those that the service lists, or one from the examples of the fields. */
export function examplesOf(capability: Capability): string[] {
  const { examples = [], command } = capability.cli;
  if (examples.length > 0) return [...examples];
  const args = argumentsOf(capability);
  const flags = flagsOf(capability).filter((flag) => !args.some(({ name }) => name === flag.name));
  const words = [
    ...args.filter(({ path }) => !COMPLETED.test(path[0]!)).map((flag) => quoted(valueFor(flag) ?? '1')),
    ...flagWords(flags, args.length === 0 && capability.api.method === 'PATCH'),
    ...(isDestructive(capability) ? ['--yes'] : []),
  ];
  return [[command, ...words].join(' ')];
}

function flagWords(flags: readonly Flag[], mayAdd: boolean): string[] {
  const usable = flags.filter((flag) => !isSecretFlag(flag) && !COMPLETED.test(flag.path[0]!));
  const required = usable.filter((flag) => flag.required);
  const optional = mayAdd ? usable.filter((flag) => !flag.required).slice(0, MOST_OPTIONAL) : [];
  return [...required, ...optional].flatMap((flag) => {
    const value = valueFor(flag);
    return value === null ? [] : [`--${flag.name} ${quoted(value)}`];
  });
}

/** Null if the field has no example that reads well. Identifiers become the number of a row. */
function valueFor({ schema, path }: Flag): string | null {
  const [example = schema.enum?.find((one) => one !== null) ?? schema.default] = schema.examples ?? [];
  const value = Array.isArray(example) ? (example[0] as unknown) : (example ?? itemOf(schema));
  if (value === null || value === undefined || typeof value === 'object') return null;
  const text = String(value);
  return UUID.test(text) || path.at(-1)!.endsWith('Id') ? '1' : text;
}

function itemOf(schema: Schema): unknown {
  return typeOf(schema) === 'array' ? schema.items?.enum?.[0] : undefined;
}

function quoted(text: string): string {
  return /^[\w.,:@%+/-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
