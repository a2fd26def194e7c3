import type { Capability } from '../capability';
import type { Listing } from '../connection/listing';
import type { Answer, Service } from '../connection/service';
import { Unavailable } from '../errors';
import type { Values } from '../input/gather-input';
import { requestOf } from '../input/request';

/** @throws Unavailable if the service does not have it */
export function operationIn({ operations }: Listing, operationId: string): Capability {
  const found = operations.find((one) => one.operationId === operationId);
  if (!found) throw new Unavailable(`The service does not support ${operationId}: its version is different.`);
  return found;
}

export function call(service: Service, capability: Capability, values: Values): Promise<Answer> {
  return service.call(capability, requestOf(capability, values));
}
