import type { INestApplication, Type } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, ModulesContainer } from '@nestjs/core';
import { SwaggerModule } from '@nestjs/swagger';
import { ErrorDto } from '../common/errors/error.dto';
import type { RegisteredOperation } from '../common/operations/registered-operation';
import { FeatureCatalog } from '../common/feature/feature-catalog';
import { OperationRegistry } from '../common/registry/operation.registry';
import { Settings } from '../config/load-settings';
import { describedOperation, type Surroundings } from './described-operation';
import { INFO, SERVER } from './document-frame';
import type { ApiDocument, PublishedDocument, PublishedOperation, Schema } from './document.types';
import { eventWebhooks } from './event-webhooks';
import { HEADERS } from './headers';
import { installationWords, withInstallationWords } from './installation-words';
import { describedClasses } from './operation-classes';
import { ensureComplete, loadPluginMetadata, pluginModels, type PluginModel, withModifiers } from './plugin-models';
import { schemaName } from './schema-names';
import { mapValues } from './schema-walk';
import { SECURITY_SCHEMES } from './security';
import { SharedParts } from './shared-parts';
import { tagOf, tagsOf } from './tags';
import { tidySchema } from './tidy-schema';
import { usedSchemas } from './used-schemas';
import { withValidatedTypes } from './validated-types';
import { wholeDocument } from './whole-document';

/**
 * The OpenAPI 3.1 document of an application. Swagger finds parameters and DTOs; the registry has the rest. Needs no
 * database and no running server: an application created with `preview: true` is enough.
 */
export async function buildDocument(app: INestApplication): Promise<PublishedDocument> {
  await loadPluginMetadata();
  const { operations } = new OperationRegistry(
    new DiscoveryService(app.get(ModulesContainer)),
    new MetadataScanner(),
    app.get(FeatureCatalog),
  );
  const classes = describedClasses(operations);
  const byName = new Map(
    operations.map((operation) => [`${operation.controller}.${operation.handlerName}`, operation]),
  );
  const found = SwaggerModule.createDocument(
    app,
    { openapi: '3.1.0', info: INFO },
    {
      ignoreGlobalPrefix: true,
      extraModels: [ErrorDto, ...operations.flatMap(({ returns }) => returns)],
      operationIdFactory: (controller, handler) => byName.get(`${controller}.${handler}`)?.operationId ?? '',
    },
  );
  const { paths, components } = found as unknown as ApiDocument;
  const schemas = completed(components.schemas, await modelsOf(classes), installationWords(app.get(Settings)));
  const shared = new SharedParts();
  const document = {
    openapi: '3.1.0',
    info: INFO,
    servers: [SERVER],
    tags: tagsOf(operations),
    paths: describedPaths(paths, operations, { schemas, shared }),
    webhooks: eventWebhooks(
      app.get(FeatureCatalog).events.map(({ type }) => type),
      'Events',
    ),
    components: { schemas, ...shared.components(), headers: HEADERS, securitySchemes: SECURITY_SCHEMES },
  };
  return {
    ...document,
    components: { ...document.components, schemas: usedSchemas(wholeDocument(document).paths, schemas) },
  };
}

/** By the names of their classes. Classes that the plugin has not read are already complete. */
async function modelsOf(classes: ReadonlyMap<string, Type>): Promise<Map<string, PluginModel>> {
  const models = await pluginModels();
  for (const [name, dto] of classes) if (!models.has(name)) models.set(name, { dto, properties: {} });
  return models;
}

function completed(
  schemas: Record<string, Schema>,
  models: Map<string, PluginModel>,
  words: Record<string, string>,
): Record<string, Schema> {
  const entries = Object.entries(schemas).map(([className, schema]) => {
    const model = models.get(className);
    if (model) ensureComplete(className, schema, model);
    const full = model ? withValidatedTypes(withModifiers(schema, model), model.dto) : schema;
    return [schemaName(className), withInstallationWords(tidySchema(full), words)] as const;
  });
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function describedPaths(
  paths: ApiDocument['paths'],
  operations: readonly RegisteredOperation[],
  surroundings: Surroundings,
): PublishedDocument['paths'] {
  const described: PublishedDocument['paths'] = {};
  for (const operation of operations) {
    const method = operation.method.toLowerCase();
    const found = paths[operation.path]?.[method];
    if (!found) throw new Error(`Swagger found no ${operation.method} ${operation.path}`);
    described[operation.path] ??= {};
    described[operation.path]![method] = describedOperation(found, operation, tagOf(operation), surroundings);
  }
  return mapValues(sorted(described), sorted);
}

function sorted<T extends Record<string, PublishedOperation | Record<string, PublishedOperation>>>(record: T): T {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))) as T;
}
