import { Injectable } from '@nestjs/common';
import { BasicStrategy } from '../common/auth/strategies/basic-strategy';
import { CredentialKind } from '../common/auth/strategies/credential-kind';
import { isUuid } from '../common/database/uuid';
import { TokenError } from '../common/errors/token-error';
import { hashSecret, secretPrefix } from '../common/secrets/token';

/** A client of the token endpoint: the key id that it sent, and the hash of the secret as its proof. */
export interface ClientPrincipal {
  keyId: string;
  keySecretHash: Buffer;
}

/**
 * Basic: the id of a workspace key with its secret. Refuses a malformed id or secret without a statement. The statement
 * that issues the token checks the proof, so that both are one.
 */
@Injectable()
export class ClientStrategy extends CredentialKind(BasicStrategy, 'Basic') {
  async validate(_request: object, id: string, secret: string): Promise<ClientPrincipal> {
    if (!isUuid(id) || secretPrefix(secret) !== 'ck_') throw new TokenError('invalid_client');
    return { keyId: id.toLowerCase(), keySecretHash: hashSecret(secret) };
  }
}
