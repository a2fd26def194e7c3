import { readFile } from 'node:fs/promises';
import { unreadable, UsageError } from '../errors';

/** The secret that authenticates requests to the service. */
export interface Credential {
  secret: string;
  from: 'PARLEY_TOKEN' | 'PARLEY_TOKEN_FILE' | 'profile';
}

export function credential(secret: string, from: Credential['from'] = 'profile'): Credential {
  return { secret: headerSafe(secret), from };
}

/** @throws UsageError */
export async function credentialFromFile(file: string): Promise<Credential> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw unreadable('The file of PARLEY_TOKEN_FILE', error);
  });
  return credential(text, 'PARLEY_TOKEN_FILE');
}

/** @throws UsageError if the text cannot be a credential; the error does not show it */
export function headerSafe(text: string): string {
  const token = text.trim();
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new UsageError('The credential contains invalid characters.');
}
