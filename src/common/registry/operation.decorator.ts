import 'reflect-metadata';
import { HttpCode, SetMetadata } from '@nestjs/common';
import type { Operation as Declaration } from '../operations/operation';
import { answer } from '../request/answer';
import { currentRequest } from '../request/request-context';

const OPERATION = Symbol('operation');

/**
 * Declares an operation. The guards, the OpenAPI document, `GET /capabilities` and the access tests derive from it. Place it below
 * Nest's `@Get` or `@Post`. The handler then runs through the request's executor, which claims an idempotency key after
 * validation and around the whole handler. Parley uses no Nest interceptors, because they run through RxJS, which would slow down
 * every request.
 */
export function Operation(operation: Declaration): MethodDecorator {
  return (target, key, descriptor: PropertyDescriptor) => {
    const handler = descriptor.value as (...args: unknown[]) => Promise<unknown>;
    const executed = async function (this: unknown, ...args: unknown[]): Promise<unknown> {
      const request = currentRequest();
      return answer(request, await request.executor.execute(() => handler.apply(this, args)));
    };
    // Swagger looks up a handler's parameters by the function's name.
    Object.defineProperty(executed, 'name', { value: handler.name });
    for (const name of Reflect.getMetadataKeys(handler)) {
      Reflect.defineMetadata(name, Reflect.getMetadata(name, handler), executed);
    }
    descriptor.value = executed;
    HttpCode(operation.status ?? 200)(target, key, descriptor);
    SetMetadata(OPERATION, operation)(target, key, descriptor);
  };
}

export function operationOf(handler: object): Declaration | undefined {
  return Reflect.getMetadata(OPERATION, handler) as Declaration | undefined;
}
