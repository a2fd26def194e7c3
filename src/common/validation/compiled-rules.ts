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
 * The rules of a DTO for hundreds of thousands of objects: the same transformations and validators in the same order as
 * class-transformer and class-validator find them, looked up once. It only knows that an object is right; what is wrong
 * with one is for `RequestValidationPipe` to say. For DTOs of plain fields: no nesting, groups or asynchronous rules.
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

  /** The object as the DTO has it, or null where anything about it is not allowed. */
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
    throw new Error(`${dto.name} has a rule of the kind ${type}, which cannot be compiled`);
  }
  const facts = { constraints } as ValidationArguments;
  return validators.map(({ instance }) => ({ each, holds: (value) => instance.validate(value, facts) === true }));
}
