import { getMetadataStorage } from 'class-validator';
import type { Schema } from './document.types';
import { mapValues } from './schema-walk';

type Constraints = readonly unknown[];
type Class = new () => object;
export type Rule = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

/** What the validator knows of a class. */
export function rulesOf(dto: object): Rule[] {
  return getMetadataStorage().getTargetValidationMetadatas(dto as Class, '', false, false);
}

/**
 * What rules of class-validator say in JSON Schema. Swagger's plugin reads the source, so it misses bounds that are
 * named constants and rules that are inside of another decorator; the validators themselves know.
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

/** Rules about the array itself, whatever its items are. */
const ARRAY_RULES: Readonly<Record<string, (constraints: Constraints) => Schema>> = {
  arrayNotEmpty: () => ({ minItems: 1 }),
  arrayMinSize: ([minItems]) => ({ minItems }),
  arrayMaxSize: ([maxItems]) => ({ maxItems }),
  arrayUnique: () => ({ uniqueItems: true }),
};

/** Not every JSON Schema validator reads patterns as Unicode, so the property of control characters is spelled out. */
function portable(pattern: string): string {
  return pattern.replaceAll('\\p{Cc}', '\\u0000-\\u001f\\u007f-\\u009f');
}

/** Adds to a DTO's schema what only its validators know. */
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

/** The schema of a field with what the rules of that field say. */
function withRules(property: Schema, rules: readonly Rule[]): Schema {
  return rules.reduce((result, { name = '', constraints, each }) => {
    const onArray = ARRAY_RULES[name]?.(constraints ?? []);
    return onArray ? { ...result, ...known(onArray) } : merged(result, RULES[name]?.(constraints ?? []), each);
  }, property);
}

/** What a value is that keeps a rule, by the names that JSON Schema has. */
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

/** The schema of a field that only its validators know; undefined where they do not say what it is. */
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

/** Whether null is exempt from the other rules of the field. */
export function passesNull({ type, constraints, propertyName }: Rule): boolean {
  if (type !== 'conditionalValidation') return false;
  const isApplied = (value: unknown): boolean => (constraints[0] as Condition)({ [propertyName]: value }, value);
  return isApplied('x') && !isApplied(null);
}

/** What has a default may be left out, and so may what no rule is applied to where it is left out. */
function requiredIn(dto: Class, rules: readonly Rule[]): string[] {
  const defaults = new dto() as Record<string, unknown>;
  const isApplied = ({ type, constraints }: Rule): boolean =>
    type !== 'conditionalValidation' || (constraints[0] as Condition)({}, undefined);
  const names = Object.keys(defaults).filter((name) => rules.some((rule) => rule.propertyName === name));
  return names.filter(
    (name) => defaults[name] === undefined && rules.filter((rule) => rule.propertyName === name).every(isApplied),
  );
}

/** In the order in which Swagger found them. */
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

/** A rule of the same name without constraints says nothing that a schema could repeat. */
function known(addition: Schema): Schema {
  return Object.fromEntries(Object.entries(addition).filter(([, value]) => value !== undefined));
}
