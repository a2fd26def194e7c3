import { DiscoveryService, MetadataScanner, ModulesContainer, NestFactory } from '@nestjs/core';
import { AppModule } from '../../src/app.module';
import { FeatureCatalog } from '../../src/common/feature/feature-catalog';
import { OperationRegistry } from '../../src/common/registry/operation.registry';
import { NOT_BLANK } from '../../src/common/validation/field-rules';
import { loadSettings } from '../../src/config/load-settings';
import type { Schema } from '../../src/openapi/document.types';
import { rulesOf } from '../../src/openapi/validated-types';
import { inputClasses } from './input-classes';
import { committedDocument } from '../support/committed-document';

/** Longer texts may have several lines. */
const LONGEST_LINE = 300;

/** Fields with short texts that are not shown as a name is: ids, what has a form of its own, and what is looked up. */
const NOT_SHOWN: readonly string[] = [
  ...['after', 'auth', 'confirm', 'conversationId', 'domain', 'embeddingModel', 'escalationTeamId', 'externalId', 'id'],
  ...['idempotencyKey', 'kind', 'language', 'locale', 'messageId', 'model', 'p256dh', 'phone', 'q', 'search'],
  ...['targetLanguage', 'timezone', 'type', 'voiceId'],
  // It loses what is hidden instead: browsers send what file systems have.
  'fileName',
];

const document = committedDocument();

const isFree = ({ type, format, enum: values, pattern, maxLength }: Schema): boolean =>
  [type].flat().includes('string') &&
  !format &&
  !values &&
  (!pattern || pattern === NOT_BLANK.pattern) &&
  (maxLength as number) <= LONGEST_LINE;

describe('short texts that callers send', () => {
  it('are one line in which nothing is hidden, but for those that are not shown', async () => {
    const app = await NestFactory.create(AppModule.forRoot(loadSettings({}), { url: 'postgres://nowhere/' }), {
      ...{ preview: true, logger: false, abortOnError: false },
    });
    const registry = new OperationRegistry(
      new DiscoveryService(app.get(ModulesContainer)),
      new MetadataScanner(),
      app.get(FeatureCatalog),
    );
    const found = inputClasses(registry.operations, document).flatMap(({ dto, schema }) => {
      const lines = rulesOf(dto)
        .filter(({ name }) => name === 'isOneLine')
        .map(({ propertyName }) => propertyName);
      return Object.entries(schema.properties ?? {})
        .filter(([name, property]) => isFree(property) && !lines.includes(name))
        .map(([name]) => name);
    });
    expect([...new Set(found)].sort()).toEqual([...NOT_SHOWN].sort());
  });
});
