import { Strategy, type VerifyFunctionWithRequest } from 'passport-http-bearer';
import type { Strategies } from './strategies';

/** `Authorization: Bearer <secret>` with passport-http-bearer. */
export class BearerStrategy extends Strategy<VerifyFunctionWithRequest> {
  constructor(
    readonly strategies: Strategies,
    verify: VerifyFunctionWithRequest,
  ) {
    super({ passReqToCallback: true }, verify);
  }
}
