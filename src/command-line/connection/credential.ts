import { readFile } from 'node:fs/promises';
import { unreadable, UsageError } from '../errors';

/** What a service is spoken to with. */
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

/** @throws UsageError where it can be no credential; its text is not shown */
export function headerSafe(text: string): string {
  const token = text.trim();
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new UsageError('The credential has characters that no credential has.');
}
