import { ApiProperty } from '@nestjs/swagger';
import { EmailAddress } from '../../common/mail/email-address';
import { AccountDto } from '../account.dto';
import type { Account } from '../account.entity';
import { SignInPassword } from '../account-fields';
import type { Session } from './session.entity';
import type { RevokedSession } from './sessions.repository';

export class CreateSessionInput {
  @EmailAddress()
  email: string;

  /** @example "correct horse battery staple" */
  @SignInPassword()
  password: string;
}

export class SessionDto {
  /** @example "019aa3f5-6c1e-7d2a-9f43-5b1f3c9e0a11" */
  id: string;
  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-20T09:30:00.000Z' })
  createdAt: string;
  @ApiProperty({ type: String, format: 'date-time', example: '2026-12-04T09:30:00.000Z' })
  expiresAt: string;
  /** Accurate to a few seconds. */
  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-20T09:45:12.512Z' })
  lastSeenAt: string;
  /** User agent of the program that signed in. null if it sent none, and for issuer sessions. */
  @ApiProperty({ type: String, nullable: true, example: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0' })
  userAgent: string | null;
  /** Whether this is the session of the current request. */
  current: boolean;

  static from(session: Session, currentId: string): SessionDto {
    return {
      id: session.id,
      createdAt: session.createdAt.toISOString(),
      expiresAt: session.expiresAt.toISOString(),
      lastSeenAt: session.lastSeenAt.toISOString(),
      userAgent: session.userAgent,
      current: session.id === currentId,
    };
  }
}

export class SignedInDto {
  session: SessionDto;
  account: AccountDto;

  static from({ session, account }: { session: Session; account: Account }): SignedInDto {
    return { session: SessionDto.from(session, session.id), account: AccountDto.from(account) };
  }
}

export class SessionListDto {
  /** Active sessions, newest first. */
  sessions: SessionDto[];

  static from(sessions: readonly Session[], currentId: string): SessionListDto {
    return { sessions: sessions.map((session) => SessionDto.from(session, currentId)) };
  }
}

export class RevokedSessionDto {
  /** @example "019aa3f5-6c1e-7d2a-9f43-5b1f3c9e0a11" */
  id: string;
  @ApiProperty({ enum: ['revoked'] })
  status: 'revoked';
  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-20T10:02:41.078Z' })
  revokedAt: string;
  /** Whether the session had already ended. `revokedAt` is then the time of the first revocation. */
  alreadyRevoked: boolean;

  static from({ id, revokedAt, alreadyRevoked }: RevokedSession): RevokedSessionDto {
    return { id, status: 'revoked', revokedAt: revokedAt.toISOString(), alreadyRevoked };
  }
}
