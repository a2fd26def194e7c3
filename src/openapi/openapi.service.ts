import { Injectable, type OnModuleInit } from '@nestjs/common';
import { OperationRegistry } from '../common/registry/operation.registry';
import { Lazy } from '../common/registry/lazy';
import type { ApiDocument, Schema } from './document.types';
import { describedClasses } from './operation-classes';
import { inputSchemaOf, outputSchemaOf } from './operation-schemas';
import { loadPluginMetadata } from './plugin-models';

/** What an operation takes and answers, as schemas that refer to nothing. */
export interface OperationSchemas {
  input: Schema;
  output: Schema;
  /** Which of the input's properties belong into the query. */
  queryParameters: readonly string[];
  /** Empty where it takes no body. */
  requestMediaType: string;
}

/** The API's document, built when it is first asked for and once: it costs more than a start should wait for. */
@Injectable()
export class OpenApiService implements OnModuleInit {
  private made?: Lazy<ApiDocument>;

  constructor(private readonly registry: OperationRegistry) {}

  /** @throws where the document would not show a field that an operation takes or answers with */
  async onModuleInit(): Promise<void> {
    await loadPluginMetadata();
    describedClasses(this.registry.operations);
  }

  /** The application comes from outside: a provider cannot inject the application that it is a part of. */
  describeBy(build: () => Promise<ApiDocument>): void {
    this.made = new Lazy(build);
  }

  document(): Promise<ApiDocument> {
    if (!this.made) throw new Error('The application was not set up: call setUp before the first request');
    return this.made.get();
  }

  /** By operationId. */
  async operationSchemas(): Promise<Map<string, OperationSchemas>> {
    const document = await this.document();
    return new Map(
      Object.values(document.paths)
        .flatMap((methods) => Object.values(methods))
        .map((operation) => [
          operation.operationId,
          {
            input: inputSchemaOf(operation, document),
            output: outputSchemaOf(operation, document),
            queryParameters: operation.parameters.filter((one) => one.in === 'query').map(({ name }) => name),
            requestMediaType: Object.keys(operation.requestBody?.content ?? {})[0] ?? '',
          },
        ]),
    );
  }
}
