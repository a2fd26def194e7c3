import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { CurrentSession } from '../../common/auth/current.decorators';
import type { SessionPrincipal } from '../../common/auth/principal';
import { Operation } from '../../common/operations/operation.decorator';
import { Section } from '../../common/operations/section.decorator';
import { CallerHeaders } from './caller.decorator';
import { SessionCookie } from './session-cookie';
import { CreateSessionDto, EndedSessionDto, SessionDto, SessionListDto, SignedInDto } from './session.dto';
import { type Caller, SessionsService } from './sessions.service';

/** Signing in and out with a cookie. */
@Controller('sessions')
@Section('Signing in and out, on every device.')
export class SessionsController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly cookie: SessionCookie,
  ) {}

  @Post()
  @Operation({
    operationId: 'createSession',
    summary: 'Sign in',
    description:
      'Sets the session cookie. An unverified account can sign in, but use little. A request that carries an Origin, as those of pages do, needs a trusted one.',
    access: { kind: 'public' },
    returns: SignedInDto,
    status: 201,
    checks: ['trusted_origin', 'password_proof'],
    errors: ['rate_limited', 'identity_unavailable'],
    noStore: true,
    idempotent: true,
    mcp: false,
  })
  async create(@Body() input: CreateSessionDto, @CallerHeaders() caller: Caller): Promise<SignedInDto> {
    const opened = await this.sessions.signIn(input, caller);
    this.cookie.set(opened);
    return SignedInDto.from(opened);
  }

  @Get()
  @Operation({
    operationId: 'listSessions',
    summary: 'List the live sessions of the own account',
    description: 'Newest first; sessions without a user agent only issue the credentials that were bootstrapped.',
    access: { kind: 'session', unverified: true },
    returns: SessionListDto,
    limit: 'list_per_user',
    mcp: false,
  })
  async list(@CurrentSession() { accountId, sessionId }: SessionPrincipal): Promise<SessionListDto> {
    return SessionListDto.from(await this.sessions.list(accountId), sessionId);
  }

  @Get('current')
  @Operation({
    operationId: 'getCurrentSession',
    summary: 'Read the session of this request',
    access: { kind: 'session', unverified: true },
    returns: SessionDto,
    cli: 'sessions current',
    mcp: false,
  })
  async current(@CurrentSession() session: SessionPrincipal): Promise<SessionDto> {
    return SessionDto.from(await this.sessions.current(session), session.sessionId);
  }

  @Delete('current')
  @Operation({
    operationId: 'endCurrentSession',
    summary: 'Sign out',
    description: 'Ends the session, clears its cookie and ends every credential issued under it.',
    access: { kind: 'session', unverified: true },
    returns: EndedSessionDto,
    destructive: true,
    cli: 'sessions end',
    mcp: false,
  })
  async endCurrent(@CurrentSession() { sessionId, accountId }: SessionPrincipal): Promise<EndedSessionDto> {
    const ended = await this.sessions.end(sessionId, accountId);
    this.cookie.clear();
    return EndedSessionDto.from(ended);
  }

  @Delete(':sessionId')
  @Operation({
    operationId: 'revokeSession',
    summary: 'End a session of the own account',
    description: 'Ends every credential issued under it at once. Ending it again answers the first time.',
    access: { kind: 'session', unverified: true },
    returns: EndedSessionDto,
    destructive: true,
    mcp: false,
  })
  async revoke(
    @CurrentSession() { accountId }: SessionPrincipal,
    @Param('sessionId') sessionId: string,
  ): Promise<EndedSessionDto> {
    return EndedSessionDto.from(await this.sessions.end(sessionId, accountId));
  }
}
