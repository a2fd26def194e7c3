import { Injectable } from '@nestjs/common';
import { OperationRegistry } from './operation.registry';

/** Which methods a path of the API answers, to tell a wrong method (405) from a wrong path (404). */
@Injectable()
export class MethodTable {
  private readonly routes: { pattern: RegExp; method: string }[];

  constructor(registry: OperationRegistry) {
    this.routes = registry.operations.map(({ method, path }) => ({
      pattern: new RegExp(`^/api/v1${path.replace(/\{\w+\}/g, '[^/]+')}/?$`),
      method,
    }));
  }

  methodsOf(path: string): string[] {
    const methods = this.routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    return methods.includes('GET') ? [...methods, 'HEAD'] : methods;
  }
}
