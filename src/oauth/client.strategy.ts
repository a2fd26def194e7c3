import { Injectable } from '@nestjs/common';
import { BasicStrategy } from '../common/auth/strategies/basic-strategy';
import { CredentialKind } from '../common/auth/strategies/credential-kind';
import { isUuid } from '../common/database/uuid';
import { TokenError } from '../common/errors/token-error';
import { hashSecret, secretPrefix } from '../common/secrets/token';

/** A client of the token endpoint: the key that it says it is, and the hash of the secret that it sent as its proof. */
export interface ClientPrincipal {
  keyId: string;
  keySecretHash: Buffer;
}

/**
 * Basic: the id of a workspace key with its secret. What cannot be one by its form alone is refused without a statement;
 * the proof is a condition of the statement that issues the token, so that both are one.
 */
@Injectable()
export class ClientStrategy extends CredentialKind(BasicStrategy, 'Basic') {
  async validate(_request: object, id: string, secret: string): Promise<ClientPrincipal> {
    if (!isUuid(id) || secretPrefix(secret) !== 'ck_') throw new TokenError('invalid_client');
    return { keyId: id.toLowerCase(), keySecretHash: hashSecret(secret) };
  }
}
