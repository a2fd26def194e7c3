import { requestIfAny } from '../request/request-context';

/**
 * Checks whether the running request would still be allowed. Use it after slow work that cannot be canceled, such as the answer of a
 * model. Costs the statement of one authentication.
 *
 * @throws the refusal that the request would get now
 */
export async function ensureStillAuthorized(): Promise<void> {
  await requestIfAny()?.ensureAuthorized?.();
}
