import { requestIfAny } from '../request/request-context';

/**
 * After what takes long and can be called off no more, such as the answer of a model: whether the running request would
 * still be let in. One statement, that of an authentication.
 *
 * @throws the refusal that the request would get now
 */
export async function ensureStillAuthorized(): Promise<void> {
  await requestIfAny()?.ensureAuthorized?.();
}
