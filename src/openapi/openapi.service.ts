import { Injectable, type OnModuleInit } from '@nestjs/common';
import { OperationRegistry } from '../common/registry/operation.registry';
import { Lazy } from '../common/registry/lazy';
import type { PublishedDocument, Schema } from './document.types';
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
    const document = wholeDocument(await this.document());
    return new Map(
      Object.values(document.paths)
        .flatMap((methods) => Object.values(methods))
        .map((operation) => [
          operation.operationId,
          {
            input: inputSchemaOf(operation, document),
            output: outputSchemaOf(operation, document),
            queryParameters: operation.parameters.filter((one) => one.in === 'query').map(({ name }) => name),
            section: operation.tags[0] ?? '',
            requestMediaType: Object.keys(operation.requestBody?.content ?? {})[0] ?? '',
          },
        ]),
    );
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
