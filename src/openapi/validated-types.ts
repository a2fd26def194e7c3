import { getMetadataStorage } from 'class-validator';
import type { Schema } from './document.types';
import { mapValues } from './schema-walk';

type Constraints = readonly unknown[];
type Class = new () => object;
export type Rule = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

/** The validator's rules for a class. */
export function rulesOf(dto: object): Rule[] {
  return getMetadataStorage().getTargetValidationMetadatas(dto as Class, '', false, false);
}

/**
 * The JSON Schema of class-validator's rules. Swagger's plugin reads the source, so it misses bounds in named
 * constants, and rules inside other decorators. The validators themselves have both.
 */
const RULES: Readonly<Record<string, (constraints: Constraints) => Schema>> = {
  isInt: () => ({ type: 'integer' }),
  isIso8601: () => ({ format: 'date-time' }),
  isRFC3339: () => ({ format: 'date-time' }),
  isUuid: () => ({ format: 'uuid' }),
  min: ([minimum]) => ({ minimum }),
  max: ([maximum]) => ({ maximum }),
  minLength: ([minLength]) => ({ minLength }),
  maxLength: ([maxLength]) => ({ maxLength }),
  isNotEmpty: () => ({ minLength: 1 }),
  isLength: ([minLength, maxLength]) => ({ minLength, maxLength }),
  matches: ([pattern]) => (pattern instanceof RegExp ? { pattern: portable(pattern.source) } : {}),
};

/** Rules about the array itself, not its items. */
const ARRAY_RULES: Readonly<Record<string, (constraints: Constraints) => Schema>> = {
  arrayNotEmpty: () => ({ minItems: 1 }),
  arrayMinSize: ([minItems]) => ({ minItems }),
  arrayMaxSize: ([maxItems]) => ({ maxItems }),
  arrayUnique: () => ({ uniqueItems: true }),
};

/** Some JSON Schema validators do not read patterns as Unicode, so the class of control characters is written out. */
function portable(pattern: string): string {
  return pattern.replaceAll('\\p{Cc}', '\\u0000-\\u001f\\u007f-\\u009f');
}

/** Adds the rules of the validators to a DTO's schema. */
export function withValidatedTypes(schema: Schema, dto: object): Schema {
  if (typeof dto !== 'function' || !schema.properties) return schema;
  const rules = rulesOf(dto);
  if (rules.length === 0) return schema;
  return {
    ...schema,
    ...required(schema, new Set(requiredIn(dto as Class, rules))),
    properties: mapValues(schema.properties, (property, name) =>
      withRules(
        property,
        rules.filter((rule) => rule.propertyName === name),
      ),
    ),
  };
}

/** The schema of a field, with the field's rules. */
function withRules(property: Schema, rules: readonly Rule[]): Schema {
  return rules.reduce((result, { name = '', constraints, each }) => {
    const onArray = ARRAY_RULES[name]?.(constraints ?? []);
    return onArray ? { ...result, ...known(onArray) } : merged(result, RULES[name]?.(constraints ?? []), each);
  }, property);
}

/** The JSON Schema type that a rule implies. */
const TYPES: Readonly<Record<string, string>> = {
  isBoolean: 'boolean',
  isDateString: 'string',
  isEmail: 'string',
  isInt: 'integer',
  isIso8601: 'string',
  isNumber: 'number',
  isRFC3339: 'string',
  isString: 'string',
  isUrl: 'string',
  isUuid: 'string',
  matches: 'string',
};

/** The schema of a field that only its validators describe. Undefined if they do not imply a type. */
export function schemaOfRules(rules: readonly Rule[], declared: unknown): Schema | undefined {
  const values = rules.find(({ name }) => name === 'isIn')?.constraints[0] as unknown[] | undefined;
  const [type = (declared as { name?: string } | undefined)?.name?.toLowerCase() ?? ''] = values
    ? [typeof values[0]]
    : rules.flatMap(({ name }) => TYPES[name ?? ''] ?? []);
  if (!['string', 'number', 'integer', 'boolean'].includes(type)) return undefined;
  const one = { type, ...(values && { enum: values }) };
  const isList = rules.some(({ each, name }) => each || name === 'isArray');
  const schema = withRules(isList ? { type: 'array', items: one } : one, rules);
  return { ...schema, ...(rules.some(passesNull) && { nullable: true }) };
}

/** Whether the other rules of the field skip null. */
export function passesNull({ type, constraints, propertyName }: Rule): boolean {
  if (type !== 'conditionalValidation') return false;
  const isApplied = (value: unknown): boolean => (constraints[0] as Condition)({ [propertyName]: value }, value);
  return isApplied('x') && !isApplied(null);
}

/** A field is optional if it has a default, or if a rule lets it be absent. */
function requiredIn(dto: Class, rules: readonly Rule[]): string[] {
  const defaults = new dto() as Record<string, unknown>;
  const isApplied = ({ type, constraints }: Rule): boolean =>
    type !== 'conditionalValidation' || (constraints[0] as Condition)({}, undefined);
  const names = Object.keys(defaults).filter((name) => rules.some((rule) => rule.propertyName === name));
  return names.filter(
    (name) => defaults[name] === undefined && rules.filter((rule) => rule.propertyName === name).every(isApplied),
  );
}

/** In the order of Swagger's list. */
function required({ required: found = [] }: Schema, names: Set<string>): Pick<Schema, 'required'> {
  const all = [...new Set([...found.filter((name) => names.has(name)), ...names])];
  return all.length > 0 || found.length > 0 ? { required: all } : {};
}

type Condition = (object: object, value: unknown) => boolean;

function merged(property: Schema, addition: Schema | undefined, each: boolean): Schema {
  if (!addition || property.$ref) return property;
  if (each) return { ...property, items: { ...property.items, ...known(addition) } };
  const nullable = [property.type].flat().includes('null');
  return {
    ...property,
    ...known(addition),
    ...(nullable && addition.type ? { type: [addition.type, 'null'].flat() } : {}),
  };
}

/** Empty for a known rule without constraints, which a schema cannot express. */
function known(addition: Schema): Schema {
  return Object.fromEntries(Object.entries(addition).filter(([, value]) => value !== undefined));
}
