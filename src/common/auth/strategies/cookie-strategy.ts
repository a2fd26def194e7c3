import type { Request } from 'express';
import { Strategy } from 'passport';
import type { PresentedSecret } from '../presented-secret';
import type { Strategies } from './strategies';

type Verify = (request: Request, secret: string, done: (error: unknown, found?: object | null) => void) => void;

/** Reads the session cookie from the {@link PresentedSecret}. */
export class CookieStrategy extends Strategy {
  constructor(
    readonly strategies: Strategies,
    private readonly verify: Verify,
  ) {
    super();
  }

  override authenticate(request: Request): void {
    const { session } = request.cookies as PresentedSecret['cookies'];
    if (session === undefined) return this.fail();
    this.verify(request, session, (error, found) => {
      if (error) this.error(error);
      else if (found) this.success(found);
      else this.fail();
    });
  }
}
