import { getMetadataStorage, type ValidationArguments } from 'class-validator';
import { transformsOf } from './transforms';

type Plain = Readonly<Record<string, unknown>>;

interface Rule {
  each: boolean;
  holds: (value: unknown) => boolean;
}

interface FieldRules {
  name: string;
  transforms: ((value: unknown, source: Plain) => unknown)[];
  applies: ((object: Plain, value: unknown) => boolean)[];
  rules: Rule[];
}

/**
 * Validates hundreds of thousands of objects of one DTO. It looks up the transformations and validators once, and runs them in
 * the same order as class-transformer and class-validator. It only decides whether an object is valid; use
 * `RequestValidationPipe` for the details. Supports plain fields only: no nesting, groups or asynchronous rules.
 */
export class CompiledRules<Dto extends object> {
  private readonly fields: Map<string, FieldRules>;

  constructor(dto: new () => Dto) {
    const validations = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
    const names = [...new Set(validations.map(({ propertyName }) => propertyName))];
    this.fields = new Map(names.map((name) => [name, fieldRules(dto, name, validations)]));
  }

  /** The first field that the DTO does not have. */
  unknownIn(plain: Plain): string | undefined {
    return Object.keys(plain).find((name) => !this.fields.has(name));
  }

  /** The object as an instance of the DTO. Null if it is not valid. */
  accepted(plain: Plain): Dto | null {
    const result: Record<string, unknown> = {};
    for (const name of Object.keys(plain)) {
      const field = this.fields.get(name);
      if (!field) return null;
      let value = plain[name];
      for (const transform of field.transforms) value = transform(value, plain);
      result[name] = value;
    }
    for (const field of this.fields.values()) if (!satisfied(field, result)) return null;
    return result as Dto;
  }
}

function satisfied({ name, applies, rules }: FieldRules, object: Plain): boolean {
  const value = object[name];
  for (const condition of applies) if (!condition(object, value)) return true;
  for (const { each, holds } of rules) {
    if (each ? !(Array.isArray(value) && value.every(holds)) : !holds(value)) return false;
  }
  return true;
}

type Validation = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

function fieldRules(dto: new () => object, name: string, validations: readonly Validation[]): FieldRules {
  const own = validations.filter(({ propertyName }) => propertyName === name);
  return {
    name,
    transforms: transformsOf(dto, name),
    applies: own
      .filter(({ type }) => type === 'conditionalValidation')
      .map(({ constraints }) => constraints[0] as (object: Plain, value: unknown) => boolean),
    rules: own.filter(({ type }) => type !== 'conditionalValidation').flatMap((validation) => rulesOf(dto, validation)),
  };
}

function rulesOf(dto: new () => object, { type, constraintCls, constraints, each }: Validation): Rule[] {
  const validators = getMetadataStorage().getTargetValidatorConstraints(constraintCls);
  if (type !== 'customValidation' || validators.length === 0) {
    throw new Error(`${dto.name} has a rule of type ${type}, which CompiledRules does not support`);
  }
  const facts = { constraints } as ValidationArguments;
  return validators.map(({ instance }) => ({ each, holds: (value) => instance.validate(value, facts) === true }));
}
