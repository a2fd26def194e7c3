/* What tests of features of other packages use: `import { describeContract, startParley } from 'parley/testing'`. */

export { type Contract, describeContract, type Runner } from './describe-contract';
export { endPostgres, providePostgres } from '../support/database/provided-postgres';
export type { CallOptions, Reply } from '../support/call';
export { type Mail, Parley, startParley, type StartOptions } from '../support/parley';
export type { Across } from '../support/tenancy/across-workspaces';
export type { Preparation } from '../contract/example-preparations';
export type { Makers, Tenant } from '../contract/tenant.types';
export { anAccount, type TestAccount } from '../factories/account';
export { anAgent } from '../factories/agent';
export { aContact } from '../factories/contact';
export { aConversation, type TestConversation } from '../factories/conversation';
export { aCredential, type IssuedCredential } from '../factories/credential';
export { anErasure } from '../factories/erasure';
export { aKey, aToken, type TestKey } from '../factories/key';
export { aMember } from '../factories/member';
export { aVisitor, type TestVisitor } from '../factories/visitor';
export { as, aWorkspace, type TestWorkspace } from '../factories/workspace';
