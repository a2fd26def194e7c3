import { Controller, Get, Header, HttpCode, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { OutsideApi } from '../common/registry/operation.route';

interface AuthorizationError {
  error: 'invalid_request' | 'unsupported_response_type';
  error_description: string;
}

const WHY = 'RFC 6749 §3.1: browsers are sent there without a credential; always refuses, and reads and writes nothing';
const UNSUPPORTED =
  'This service supports no response type. Get access tokens at the token endpoint, by the client_credentials grant.';

/**
 * The authorization endpoint that the discovery document names. No grant uses it, so it always refuses. It never
 * redirects: a `redirect_uri` is registered for no client (RFC 6749 §4.1.2.1).
 */
@ApiExcludeController()
@Controller('oauth/authorize')
export class AuthorizationController {
  @Get()
  @HttpCode(400)
  @OutsideApi(WHY)
  @Header('Cache-Control', 'no-store')
  authorize(@Query('response_type') responseType: unknown): AuthorizationError {
    return refusal(responseType);
  }
}

/** An empty parameter is the same as an absent one (RFC 6749 §3.1). */
function refusal(responseType: unknown): AuthorizationError {
  if (typeof responseType === 'string' && responseType !== '')
    return { error: 'unsupported_response_type', error_description: UNSUPPORTED };
  const problem = responseType ? 'is repeated' : 'is missing';
  return { error: 'invalid_request', error_description: `response_type ${problem}. ${UNSUPPORTED}` };
}
