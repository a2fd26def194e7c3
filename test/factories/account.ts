import { randomUUID } from 'node:crypto';
import { AccountsRepository } from '../../src/accounts/accounts.repository';
import { IdentityService } from '../../src/accounts/identity/identity.service';
import { SessionsService } from '../../src/accounts/sessions/sessions.service';
import type { Parley } from '../support/parley';

export const PASSWORD = 'correct horse battery staple';

export interface TestAccount {
  id: string;
  email: string;
  password: string;
  name: string;
  /** The secret of a session, for `call(…, { cookie })`. */
  cookie: string;
}

/** A signed-in account without the mails, proofs and limits of a registration. */
export async function anAccount(
  parley: Parley,
  options: { email?: string; password?: string; name?: string; verified?: boolean } = {},
): Promise<TestAccount> {
  const {
    email = `${randomUUID()}@example.com`,
    password = PASSWORD,
    name = 'Ada Lovelace',
    verified = true,
  } = options;
  const accounts = parley.get(AccountsRepository);
  const identity = parley.get(IdentityService);
  const id = await accounts.insertIfNew(email, name);
  if (id === null) throw new Error(`${email} has an account already`);
  await identity.adopt(id, await identity.prepare(password));
  if (verified) await accounts.verify(id);
  const { secret } = await parley.get(SessionsService).open(id, null, 'test');
  return { id, email, password, name, cookie: secret };
}
