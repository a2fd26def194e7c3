import { Injectable, type OnModuleInit } from '@nestjs/common';
import { OperationRegistry } from '../common/registry/operation.registry';
import { Lazy } from '../common/registry/lazy';
import type { ApiDocument, ApiOperation, PublishedDocument, Schema } from './document.types';
import { describedClasses } from './operation-classes';
import { leanInput, leanOutput } from './lean-schema';
import { inputSchemaOf, outputSchemaOf } from './operation-schemas';
import { loadPluginMetadata } from './plugin-models';
import { wholeDocument } from './whole-document';

/** The input and the answer of an operation, as schemas without references. */
export interface OperationSchemas {
  input: Schema;
  output: Schema;
  /** The properties of the input that go into the query. */
  queryParameters: readonly string[];
  /** The operation's tag in the document. */
  section: string;
  /** Empty if the operation takes no body. */
  requestMediaType: string;
}

/** The API's document. It is built once, at the first use, because it would delay the start. */
@Injectable()
export class OpenApiService implements OnModuleInit {
  private made?: Lazy<PublishedDocument>;
  private readonly whole = new Lazy(async () => wholeDocument(await this.document()));

  constructor(private readonly registry: OperationRegistry) {}

  /** @throws if the document would lack a field of an input or an answer */
  async onModuleInit(): Promise<void> {
    await loadPluginMetadata();
    describedClasses(this.registry.operations);
  }

  /** Called by the set-up, because a provider cannot inject its own application. */
  describeBy(build: () => Promise<PublishedDocument>): void {
    this.made = new Lazy(build);
  }

  document(): Promise<PublishedDocument> {
    if (!this.made) throw new Error('The application was not set up: call setUp before the first request');
    return this.made.get();
  }

  /** By operationId. */
  async operationSchemas(): Promise<Map<string, OperationSchemas>> {
    const document = await this.whole.get();
    return new Map(operationsOf(document).map((one) => [one.operationId, schemasOf(one, document)]));
  }

  /** Those of one operation. Undefined if there is no such operation. */
  async schemasOfOperation(operationId: string): Promise<OperationSchemas | undefined> {
    const document = await this.whole.get();
    const operation = operationsOf(document).find((one) => one.operationId === operationId);
    return operation && schemasOf(operation, document);
  }

  /** The same, with schemas that have only what a model or a program needs to call the operation. */
  async leanSchemas(): Promise<Map<string, OperationSchemas>> {
    return new Map(
      [...(await this.operationSchemas())].map(([operationId, schemas]) => [
        operationId,
        { ...schemas, input: leanInput(schemas.input), output: leanOutput(schemas.output) },
      ]),
    );
  }
}

function operationsOf({ paths }: ApiDocument): ApiOperation[] {
  return Object.values(paths).flatMap((methods) => Object.values(methods));
}

function schemasOf(operation: ApiOperation, document: ApiDocument): OperationSchemas {
  return {
    input: inputSchemaOf(operation, document),
    output: outputSchemaOf(operation, document),
    queryParameters: operation.parameters.filter((one) => one.in === 'query').map(({ name }) => name),
    section: operation.tags[0] ?? '',
    requestMediaType: Object.keys(operation.requestBody?.content ?? {})[0] ?? '',
  };
}
