import { Injectable } from '@nestjs/common';
import { pathPattern } from '../operations/path-pattern';
import { OperationRegistry } from './operation.registry';

/** The methods of each path of the API, to distinguish a wrong method (405) from a wrong path (404). */
@Injectable()
export class MethodTable {
  private readonly routes: { pattern: RegExp; method: string; forClients: boolean }[];

  constructor(registry: OperationRegistry) {
    this.routes = registry.operations.map((operation) => ({
      pattern: pathPattern(operation),
      method: operation.method,
      forClients: operation.access.kind === 'client',
    }));
  }

  methodsOf(path: string): string[] {
    const methods = this.routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    return methods.includes('GET') ? [...methods, 'HEAD'] : methods;
  }

  /** Whether errors at this path have the form of RFC 6749 §5.2. */
  isTokenEndpoint(path: string): boolean {
    return this.routes.some(({ pattern, forClients }) => forClients && pattern.test(path));
  }
}
