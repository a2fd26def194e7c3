import { SwaggerModule } from '@nestjs/swagger';
import type { Schema } from './document.types';

interface PluginProperty {
  nullable?: boolean;
  description?: string;
  example?: unknown;
}

export interface PluginModel {
  dto: object;
  properties: Record<string, PluginProperty>;
}

/** The output of the Nest CLI's generator: modules with the metadata of their classes. */
interface PluginMetadata {
  '@nestjs/swagger': {
    models: [Promise<Record<string, object>>, Record<string, PluginModel['properties']>][];
    controllers: [Promise<Record<string, object>>, Record<string, object>][];
  };
}

/** The metadata of all DTOs and controllers of this tree, from Swagger's plugin. */
async function pluginMetadata(): Promise<PluginMetadata> {
  // oxlint-disable-next-line typescript/no-require-imports -- generated, and so outside of the type check
  const { default: metadata } = require('../metadata') as { default: () => Promise<PluginMetadata> };
  return metadata();
}

/** Loads the metadata into Swagger. */
export async function loadPluginMetadata(): Promise<void> {
  await SwaggerModule.loadPluginMetadata(pluginMetadata);
}

/** The DTO classes that Swagger's plugin found, by name, with the metadata of their properties. */
export async function pluginModels(): Promise<Map<string, PluginModel>> {
  const { models } = (await pluginMetadata())['@nestjs/swagger'];
  const found = new Map<string, PluginModel>();
  for (const [loading, classes] of models) {
    const file = await loading;
    for (const [name, properties] of Object.entries(classes)) {
      const dto = file[name];
      if (!dto) continue;
      const other = found.get(name);
      if (other && other.dto !== dto)
        throw new Error(`Two DTO classes are called ${name}; one of them must be renamed.`);
      found.set(name, { dto, properties });
    }
  }
  return found;
}

/**
 * Swagger reads the exported classes of a file. Fields that a class inherits from one that is not exported would be
 * accepted and returned, but not documented.
 *
 * @throws if the schema lacks a field of its class
 */
export function ensureComplete(className: string, { properties = {} }: Schema, { dto }: PluginModel): void {
  const missing = Object.keys(new (dto as new () => object)()).filter((name) => !(name in properties));
  if (missing.length === 0) return;
  throw new Error(`${className} is documented without ${missing.join(', ')}: export the class that declares them.`);
}

/**
 * Swagger drops the modifiers of a property if its type is an object literal: `{ a: string } | null` would be
 * documented without null, the description and the example.
 */
export function withModifiers(schema: Schema, { properties }: PluginModel): Schema {
  const result: Schema = { ...schema, properties: { ...schema.properties } };
  for (const [name, { nullable, description, example }] of Object.entries(properties)) {
    const property = result.properties?.[name];
    if (!property || property.$ref || property.allOf || property.anyOf || property.oneOf) continue;
    const types = [property.type ?? []].flat();
    result.properties![name] = {
      ...(description !== undefined && { description }),
      ...(example !== undefined && { example }),
      ...property,
      ...(nullable && types.length > 0 && !types.includes('null') && { type: [...types, 'null'] }),
    };
  }
  return result;
}
