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
 * `Authorization: Basic`, by passport-http, but with our own reading of the header: the package cuts a password at its
 * first colon, decodes no percent signs, and its `new Buffer` has Node take a stack trace for each of a process's first
 * 10,000 clients.
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
    // What Passport adds to a strategy for each request; the types of the package leave it out.
    const attempt = this as unknown as StrategyCreatedStatic;
    if (!client) return attempt.fail();
    this.verify(request as Request, client.id, client.secret, (error: unknown, found?: object | null) => {
      if (error) attempt.error(error);
      else if (found) attempt.success(found);
      else attempt.fail();
    });
  }
}
