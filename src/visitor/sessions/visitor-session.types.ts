import type { VisitorPrincipal } from '../../common/request/principal';

/** A session as it is shown. */
export type ShownSession = Pick<
  VisitorPrincipal,
  'sessionId' | 'agentId' | 'identity' | 'surface' | 'createdAt' | 'expiresAt'
>;

/** A session with its token, which is returned once. */
export interface BegunSession {
  session: ShownSession;
  token: string;
}
