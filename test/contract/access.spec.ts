import type { RegisteredOperation } from '../../src/common/operations/registered-operation';
import { OperationRegistry } from '../../src/common/registry/operation.registry';
import { type Parley, startParley } from '../support/parley';

/** One line for each operation: a change of who may call what is a line in the review. `npx jest access -u` accepts it. */
describe('access', () => {
  let parley: Parley;
  beforeAll(async () => {
    parley = await startParley();
  });
  afterAll(() => parley.stop());

  it('is what was reviewed', () => {
    expect(`\n${parley.get(OperationRegistry).operations.map(line).join('\n')}\n`).toMatchSnapshot();
  });
});

function line({ operationId, method, path, access, readOnly }: RegisteredOperation): string {
  const scopes = 'scopes' in access ? access.scopes.join(' ') || 'any scope' : '';
  const orScope = 'orScope' in access && access.orScope ? `or ${access.orScope}` : '';
  const keyScopes = 'keyScopes' in access ? `or key with ${access.keyScopes.join(' ')}` : '';
  const role = 'role' in access && access.role ? `as ${access.role}` : '';
  const author = 'orAuthorOf' in access && access.orAuthorOf ? 'or author' : '';
  const unverified = 'unverified' in access && access.unverified ? 'even unverified' : '';
  const who = [access.kind, scopes, orScope, keyScopes, role, author, unverified].filter(Boolean).join(' ');
  return [operationId.padEnd(28), readOnly ? 'reads ' : 'writes', who.padEnd(62), method, path].join(' ');
}
