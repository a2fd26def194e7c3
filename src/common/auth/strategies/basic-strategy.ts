import type { Request } from 'express';
import type { StrategyCreatedStatic } from 'passport';
import { BasicStrategy as Strategy, type BasicVerifyFunctionWithRequest } from 'passport-http';
import { clientCredentials } from './client-credentials';
import type { Strategies } from './strategies';

/** The Authorization header of a request to the token endpoint. */
export interface ClientRequest {
  headers: { authorization?: string };
}

/**
 * `Authorization: Basic` with passport-http, but with a parser of our own: the package cuts the password at its first colon, does
 * not decode percent signs, and uses `new Buffer`, for which Node records a stack trace for each of the first 10,000 clients.
 */
export class BasicStrategy extends Strategy {
  constructor(
    readonly strategies: Strategies,
    private readonly verify: BasicVerifyFunctionWithRequest,
  ) {
    super({ passReqToCallback: true }, verify);
  }

  override authenticate(request: ClientRequest): void {
    const client = clientCredentials(request.headers.authorization);
    // Passport adds these methods to a strategy for each request. The types of the package do not include them.
    const attempt = this as unknown as StrategyCreatedStatic;
    if (!client) return attempt.fail();
    this.verify(request as Request, client.id, client.secret, (error: unknown, found?: object | null) => {
      if (error) attempt.error(error);
      else if (found) attempt.success(found);
      else attempt.fail();
    });
  }
}
