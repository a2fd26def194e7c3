import { Injectable } from '@nestjs/common';
import { type CookieSerializeOptions, serialize } from 'cookie';
import { LOCAL_SESSION_COOKIE, SESSION_COOKIE } from '../../common/auth/presented-secret';
import { currentRequest } from '../../common/request/request-context';
import { Settings } from '../../config/load-settings';
import type { OpenedSession } from './sessions.service';

/**
 * Sets and clears the cookie of a session (RFC 6265bis §4.1.3). `__Host-` binds it to this host and to https. Browsers
 * refuse such a cookie over http, so a local installation uses another name, without Secure.
 */
@Injectable()
export class SessionCookie {
  private readonly name: string;
  private readonly attributes: CookieSerializeOptions;

  constructor(private readonly settings: Settings) {
    this.name = settings.localHttp ? LOCAL_SESSION_COOKIE : SESSION_COOKIE;
    this.attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure: !settings.localHttp };
  }

  set({ secret }: OpenedSession): void {
    this.send(secret, this.settings.values.SESSION_TTL_SECONDS);
  }

  clear(): void {
    this.send('', 0);
  }

  private send(value: string, maxAge: number): void {
    currentRequest().response.setHeader('Set-Cookie', serialize(this.name, value, { ...this.attributes, maxAge }));
  }
}
