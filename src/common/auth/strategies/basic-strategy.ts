import type { Request } from 'express';
import { BasicStrategy as Strategy, type BasicVerifyFunctionWithRequest } from 'passport-http';
import type { Strategies } from './strategies';

/** The Authorization header of a request to the token endpoint. */
export interface ClientRequest {
  headers: { authorization?: string };
}

/**
 * `Authorization: Basic`, by passport-http. The package tells whether there is such a header; the pair in it is for
 * `verify` to read, because the package cuts a password at its first colon and decodes nothing.
 */
export class BasicStrategy extends Strategy {
  constructor(
    readonly strategies: Strategies,
    verify: BasicVerifyFunctionWithRequest,
  ) {
    super({ passReqToCallback: true }, verify);
  }

  override authenticate({ headers }: ClientRequest): void {
    // RFC 9110 §11.4 allows several spaces where the package knows one.
    const request: ClientRequest = { headers: { authorization: headers.authorization?.replace(/ {2,}/g, ' ') } };
    super.authenticate(request as Request);
  }
}
