import { type Capability, isSecret, pathParametersOf, type Schema, typeOf } from '../capability';

/** A field of an operation's input as a flag: `widgetConfig.accentColor` is `--widget-config.accent-color`. */
export interface Flag {
  /** Without the dashes. */
  name: string;
  /** The name that follows from the path, if the operation declares a shorter one. It works too. */
  longName?: string;
  /** The place of the value in the input. */
  path: readonly string[];
  schema: Schema;
  required: boolean;
}

/** Path parameters lose their `Id`: `workspaceId` is `--workspace`. */
export function flagNameOf(parameters: readonly string[], [first = '', ...rest]: readonly string[]): string {
  const named = parameters.includes(first) ? first.replace(/Id$/, '') : first;
  return [named, ...rest].map(kebab).join('.');
}

/** First the path parameters, then required fields, then the others. */
export function flagsOf(capability: Capability): Flag[] {
  const parameters = pathParametersOf(capability);
  const flags = fieldsOf(capability.inputSchema, [])
    // Commands have a flag for the key, whether it goes into the body or into the header.
    .filter(({ path }) => !(hasKeyField(capability) && path[0] === KEY_FIELD))
    .map(({ path, ...field }) => ({ ...namesOf(capability, parameters, path), path, ...field }));
  const rank = ({ path, required }: Flag): number => (parameters.includes(path[0]!) ? 0 : required ? 1 : 2);
  return flags.sort((a, b) => rank(a) - rank(b));
}

function namesOf(
  { cli }: Capability,
  parameters: readonly string[],
  path: readonly string[],
): Pick<Flag, 'name' | 'longName'> {
  const longName = flagNameOf(parameters, path);
  const short = cli.flags?.[path.join('.')];
  return short === undefined ? { name: longName } : { name: short, longName };
}

/** The flag of a field, also of one that the listing does not have. */
export function flagNameIn(capability: Capability, path: readonly string[]): string {
  return namesOf(capability, pathParametersOf(capability), path).name;
}

/** The field of a body that identifies a repeated request. */
export const KEY_FIELD = 'idempotencyKey';

export function hasKeyField({ inputSchema }: Capability): boolean {
  return inputSchema.properties?.[KEY_FIELD] !== undefined;
}

export function isSecretFlag({ schema }: Flag): boolean {
  return isSecret(schema);
}

type Field = Omit<Flag, 'name' | 'longName'>;

/** Valid names of fields. A name that every object has, such as `constructor`, would look as if it was passed. */
const NAME = /^[A-Za-z][A-Za-z0-9_]*$/;

function fieldsOf(schema: Schema, above: readonly string[], required = true): Field[] {
  const fields = Object.entries(schema.properties ?? {}).filter(([name]) => NAME.test(name) && !(name in {}));
  return fields.flatMap(([name, field]) => {
    const path = [...above, name];
    const needed = required && (schema.required?.includes(name) ?? false);
    const object = objectIn(field);
    return object ? fieldsOf(object, path, needed) : [{ path, schema: field, required: needed }];
  });
}

/** The alternative of the schema that is an object with named fields. */
function objectIn(schema: Schema): Schema | undefined {
  if (typeOf(schema) !== 'object') return undefined;
  if (schema.properties) return schema;
  return [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].find(
    ({ properties }) => properties !== undefined,
  );
}

function kebab(camelCase: string): string {
  return camelCase.replaceAll('_', '-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
