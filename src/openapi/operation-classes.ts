import type { Type } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import type { RegisteredOperation } from '../common/operations/registered-operation';
import { ROUTE_ARGS_METADATA, RouteParamtypes } from '../common/registry/nest-metadata';
import { typeOfField } from '../common/validation/transforms';
import { documentedProperties, isLazy } from './swagger-metadata';
import { passesNull, type Rule, rulesOf, schemaOfRules } from './validated-types';

/** Types without a schema of their own. */
const PLAIN: readonly unknown[] = [Object, Array, String, Number, Boolean, Date, Buffer, Function];

/** The classes of an operation's query and body. The token endpoint takes a form, which has no class. */
export function inputsOf(operation: RegisteredOperation): [RouteParamtypes, Type][] {
  const { controllerClass, handlerName, access } = operation;
  if (access.kind === 'client') return [];
  const types = Reflect.getMetadata('design:paramtypes', controllerClass.prototype as object, handlerName) as Type[];
  const keys = Object.keys((Reflect.getMetadata(ROUTE_ARGS_METADATA, controllerClass, handlerName) ?? {}) as object);
  return [RouteParamtypes.QUERY, RouteParamtypes.BODY].flatMap((kind) =>
    keys
      .filter((key) => key.startsWith(`${kind}:`))
      .map((key): [RouteParamtypes, Type] => [kind, types[Number(key.split(':')[1])]!])
      .filter(([, type]) => isClass(type)),
  );
}

/** The class of an operation's body, if it has one. */
export function bodyClassOf(operation: RegisteredOperation): Type | undefined {
  return inputsOf(operation).find(([kind]) => kind === RouteParamtypes.BODY)?.[1];
}

/** The classes of a DTO's fields that class-transformer instantiates. */
export function partsOf(dto: Type, rules = rulesOf(dto)): Type[] {
  return [...ruledFields(rules)].flatMap((name) => partOf(dto, name) ?? []);
}

/**
 * The classes of the operations' inputs and answers, by name, each as the document will describe it. If Swagger does
 * not know a field, because its plugin has not read it, the validator's rules describe it.
 *
 * @throws an error with one line for each field that the document would lack, and for each name that two classes share
 */
export function describedClasses(operations: readonly RegisteredOperation[]): Map<string, Type> {
  const found = new Map<string, Type>();
  const problems: string[] = [];
  const add = (dto: Type, use: string): void => {
    const other = found.get(dto.name);
    if (other === dto) return;
    if (other) return void problems.push(`two classes are called ${dto.name}; rename the one that ${use}`);
    found.set(dto.name, dto);
    const rules = rulesOf(dto);
    describeByRules(dto, rules);
    const documented = documentedProperties(dto);
    const names = new Set([...ruledFields(rules), ...fieldsOf(dto)]);
    for (const name of names) {
      const property = documented.get(name);
      if (!property || isUnreadable(property)) problems.push(`${dto.name}.${name}, which ${use}, has no readable type`);
    }
    if (documented.size === 0 && names.size === 0) problems.push(`${dto.name}, which ${use}, has no fields`);
    for (const part of partsOf(dto, rules)) add(part, use);
    for (const { type } of documented.values()) for (const part of classesIn(type)) add(part, use);
  };
  for (const operation of operations) {
    for (const [, dto] of inputsOf(operation)) add(dto, `${operation.operationId} takes`);
    for (const dto of classesIn(operation.returns)) add(dto, `${operation.operationId} returns`);
  }
  if (problems.length === 0) return found;
  throw new Error(
    `OpenAPI cannot describe some classes:\n  ${problems.join('\n  ')}\n` +
      'Put a decorator on each field: one of Parley or class-validator, or ApiProperty with its type.',
  );
}

/** At run time, TypeScript shows no type for `string | null`, and no items of a list. */
function isUnreadable({ type, ...schema }: object & { type?: unknown }): boolean {
  const saysMore = ['$ref', 'additionalProperties', 'allOf', 'anyOf', 'enum', 'items', 'oneOf', 'properties'];
  return (type === undefined || type === Object || type === Array) && !saysMore.some((word) => word in schema);
}

/** The fields that the constructor creates. They have a value only if they have a default. */
function fieldsOf(dto: Type): string[] {
  return Object.keys(new dto() as object);
}

function ruledFields(rules: readonly Rule[]): Set<string> {
  return new Set(rules.map(({ propertyName }) => propertyName));
}

function describeByRules(dto: Type, rules: readonly Rule[]): void {
  const documented = documentedProperties(dto);
  for (const name of ruledFields(rules)) {
    if (documented.has(name)) continue;
    const own = rules.filter((rule) => rule.propertyName === name);
    const part = partOf(dto, name);
    const declared = Reflect.getMetadata('design:type', dto.prototype as object, name) as unknown;
    const schema = part
      ? { type: () => (declared === Array ? [part] : part), nullable: own.some(passesNull) }
      : schemaOfRules(own, declared);
    if (schema) ApiProperty(schema as ApiPropertyOptions)(dto.prototype as object, name);
  }
}

function partOf(dto: Type, name: string): Type | undefined {
  return typeOfField(dto, name) as Type | undefined;
}

function classesIn(type: unknown): Type[] {
  if (Array.isArray(type)) return type.flatMap(classesIn);
  if (isLazy(type)) return classesIn(type());
  return isClass(type) ? [type] : [];
}

function isClass(type: unknown): type is Type {
  return typeof type === 'function' && !PLAIN.includes(type);
}
