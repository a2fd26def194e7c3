import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { CurrentSession } from '../../common/auth/current.decorators';
import { Section } from '../../common/operations/section.decorator';
import { Operation } from '../../common/registry/operation.decorator';
import type { SessionPrincipal } from '../../common/request/principal';
import { CallingProgram } from './calling-program.decorator';
import { SessionCookie } from './session-cookie';
import { CreateSessionInput, RevokedSessionDto, SessionDto, SessionListDto, SignedInDto } from './session.dto';
import { type Program, SessionsService } from './sessions.service';

/** Sign-in and sign-out with a cookie. */
@Section('Sign-in and sign-out, and the sessions on all your devices.')
@Controller('sessions')
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
      'Sets the session cookie. An account with an unverified email address can sign in but can use few ' +
      'operations. If the request has an `Origin` header, as requests from web pages do, the origin must be ' +
      'trusted.',
    access: { kind: 'public' },
    audit: { subject: ['session', 'noted'], transaction: 'service' },
    returns: SignedInDto,
    status: 201,
    checks: ['trusted_origin', 'password_proof'],
    errors: ['rate_limited', 'identity_unavailable'],
    noStore: true,
    idempotent: true,
    mcp: false,
  })
  async create(@Body() input: CreateSessionInput, @CallingProgram() program: Program): Promise<SignedInDto> {
    const opened = await this.sessions.signIn(input, program);
    this.cookie.set(opened);
    return SignedInDto.from(opened);
  }

  @Get()
  @Operation({
    operationId: 'listSessions',
    summary: 'List your active sessions',
    description:
      'Newest first. Includes the issuer sessions of credentials created with a password; these have no user ' +
      'agent.',
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
    summary: 'Get the current session',
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
    description: 'Ends the current session, clears its cookie, and ends every credential issued under it.',
    access: { kind: 'session', unverified: true },
    audit: { subject: ['session', 'caller.sessionId'] },
    returns: RevokedSessionDto,
    destructive: true,
    mcp: false,
    cli: {
      name: 'sessions end',
      consequence: 'You are signed out in this browser, and credentials that the session made stop working.',
    },
  })
  async endCurrent(@CurrentSession() session: SessionPrincipal): Promise<RevokedSessionDto> {
    const ended = await this.sessions.endCurrent(session);
    this.cookie.clear();
    return RevokedSessionDto.from(ended);
  }

  @Delete(':sessionId')
  @Operation({
    operationId: 'revokeSession',
    summary: 'Revoke a session',
    description:
      'Ends one of your sessions and, immediately, every credential issued under it. A repeated call returns ' +
      'the time of the first revocation.',
    access: { kind: 'session', unverified: true },
    audit: { subject: ['session', 'path.sessionId'] },
    returns: RevokedSessionDto,
    destructive: true,
    mcp: false,
    cli: { consequence: 'It is signed out now, and credentials that it made stop working.' },
  })
  async revoke(
    @CurrentSession() { accountId }: SessionPrincipal,
    @Param('sessionId') sessionId: string,
  ): Promise<RevokedSessionDto> {
    return RevokedSessionDto.from(await this.sessions.end(accountId, sessionId));
  }
}
