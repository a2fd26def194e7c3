import { Body, Controller, Header, Post, Req } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { inTime } from '../common/time/in-time';
import { Section } from '../common/operations/section.decorator';
import { Operation } from '../common/registry/operation.decorator';
import { type ExchangeWindow, TokenExchangeService } from './token-exchange.service';
import { formOf } from './token-request';
import { ExchangeTokenInput, TokenDto } from './token.dto';

/**
 * In milliseconds, for an exchange while the database does not answer. Then the answer is `temporarily_unavailable`.
 */
const LONGEST_MS = 8_000;

@ApiTags('OAuth')
@Section('Access tokens for workspace keys (OAuth 2.0 client credentials grant).')
@Controller('oauth')
export class TokenController {
  constructor(private readonly tokens: TokenExchangeService) {}

  @Post('token')
  @Header('Pragma', 'no-cache')
  @ApiConsumes('application/x-www-form-urlencoded')
  @ApiBody({ type: ExchangeTokenInput })
  @Operation({
    operationId: 'exchangeToken',
    summary: 'Exchange a workspace key for an access token',
    description:
      'OAuth 2.0 client credentials grant. Send HTTP Basic with the id of a workspace key as the user name and ' +
      'its secret as the password. The access token is valid for one hour and for one resource. Its rights never ' +
      'exceed the current rights of its key.',
    access: { kind: 'client' },
    audit: 'none: programs exchange all the time; their key is recorded when it is created and changed',
    returns: TokenDto,
    noStore: true,
    mcp: false,
  })
  async exchange(@Req() request: Request, @Body() body: unknown): Promise<TokenDto> {
    const { authorization } = request.headers;
    const report = (window: ExchangeWindow): void => setRateLimitHeaders(request.res, window);
    const exchanged = this.tokens.exchange(authorization, formOf(request, body), report);
    return TokenDto.from(await inTime(exchanged, LONGEST_MS));
  }
}

function setRateLimitHeaders(response: Response | undefined, { max, hits, resetSeconds }: ExchangeWindow): void {
  response?.setHeader('RateLimit-Limit', String(max));
  response?.setHeader('RateLimit-Remaining', String(Math.max(0, max - hits)));
  response?.setHeader('RateLimit-Reset', String(resetSeconds));
}
