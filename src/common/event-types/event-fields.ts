import 'reflect-metadata';
import type { Type } from '@nestjs/common';

const FIELDS = Symbol('event fields');

/** JSON Schema of one field (2020-12). */
export interface FieldSchema {
  readonly type: string | readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly enum?: readonly (string | null)[];
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly items?: FieldSchema;
  readonly maxItems?: number;
}

/** JSON Schema of the `data` of a type. */
export interface DataSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, FieldSchema>>;
  readonly required: readonly string[];
}

interface Nullable {
  readonly nullable?: boolean;
}

/** A field of the `data` of an event by its JSON Schema. */
export function EventField(schema: FieldSchema): PropertyDecorator {
  return (prototype, key) => {
    const fields = { ...(Reflect.getMetadata(FIELDS, prototype) as Record<string, FieldSchema> | undefined) };
    Reflect.defineMetadata(FIELDS, { ...fields, [key as string]: schema }, prototype);
  };
}

export function IdField({ nullable }: Nullable = {}): PropertyDecorator {
  return EventField({ type: typeOf('string', nullable), format: 'uuid' });
}

/** At most `max` ids. */
export function IdsField({ max }: { readonly max: number }): PropertyDecorator {
  return EventField({ type: 'array', items: { type: 'string', format: 'uuid' }, maxItems: max });
}

export function EnumField(values: readonly string[], { nullable }: Nullable = {}): PropertyDecorator {
  return EventField({ type: typeOf('string', nullable), enum: nullable ? [...values, null] : values });
}

export function InstantField({ nullable }: Nullable = {}): PropertyDecorator {
  return EventField({ type: typeOf('string', nullable), format: 'date-time' });
}

/** A whole number from 0 on. */
export function CountField({ nullable }: Nullable = {}): PropertyDecorator {
  return EventField({ type: typeOf('integer', nullable), minimum: 0 });
}

export function BooleanField({ nullable }: Nullable = {}): PropertyDecorator {
  return EventField({ type: typeOf('boolean', nullable) });
}

/** A name that programs make, such as `first_response`: letters, digits and signs, without spaces. */
export function CodeField({ nullable, max = 100 }: Nullable & { readonly max?: number } = {}): PropertyDecorator {
  return EventField({ type: typeOf('string', nullable), pattern: '^[A-Za-z0-9_:.-]+$', maxLength: max });
}

/** The schema of a class whose fields have the decorators of this file. Fields of the classes that it extends come first. */
export function dataSchema(data: Type): DataSchema {
  const properties = (Reflect.getMetadata(FIELDS, data.prototype as object) ?? {}) as Record<string, FieldSchema>;
  return { type: 'object', properties, required: Object.keys(properties) };
}

/** The strings in which a text, a name or an address of a person could stand. */
export function unboundedStrings({ properties }: DataSchema): string[] {
  return Object.entries(properties).flatMap(([name, schema]) => (isUnbounded(schema) ? [name] : []));
}

function isUnbounded(schema: FieldSchema): boolean {
  if (schema.items && isUnbounded(schema.items)) return true;
  if (![schema.type].flat().includes('string')) return [schema.type].flat().includes('object');
  if (schema.enum || schema.format === 'uuid' || schema.format === 'date-time') return false;
  return schema.pattern === undefined || schema.maxLength === undefined;
}

function typeOf(type: string, nullable = false): string | string[] {
  return nullable ? [type, 'null'] : type;
}
