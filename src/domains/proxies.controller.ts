import { Controller, Get, Header, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { timingSafeEqual } from 'node:crypto';
import { OutsideApi } from '../common/registry/operation.route';
import { hashSecret } from '../common/secrets/token';
import { Settings } from '../config/load-settings';
import { hostOf } from './host-name';
import { RoutingProof } from './routing-proof';
import { ServedDomains } from './served-domains';

/** For the proxy in front of custom domains, and for this service's own requests through it. */
@ApiExcludeController()
@Controller()
export class ProxiesController {
  constructor(
    private readonly domains: ServedDomains,
    private readonly proof: RoutingProof,
    private readonly settings: Settings,
  ) {}

  /**
   * Caddy’s `ask`: 200 if a certificate may be issued for `domain`, 404 if not, 403 if TLS_ASK_KEY is set and `key`
   * differs. Logs nothing, because anyone can make a proxy ask for any name.
   */
  @Get('internal/tls/ask')
  @OutsideApi('called by the TLS proxy of the installation, which has no credential but TLS_ASK_KEY; answers yes or no')
  async ask(@Req() { query }: Request, @Res({ passthrough: true }) response: Response): Promise<string> {
    const { TLS_ASK_KEY } = this.settings.values;
    if (TLS_ASK_KEY !== null && !isSame(query['key'], TLS_ASK_KEY)) return answer(response, 403);
    const { domain } = query;
    const may = typeof domain === 'string' && (await this.domains.mayHaveCertificate(domain));
    return answer(response, may ? 200 : 404);
  }

  /** On any host: proves that the request has reached this installation. */
  @Get('.well-known/parley-domain')
  @OutsideApi('called by the service itself under a customer’s host name, to check whether it leads here')
  @Header('Content-Type', 'text/plain; charset=utf-8')
  @Header('Cache-Control', 'no-store')
  prove(@Req() { headers }: Request): string {
    return this.proof.of(hostOf(headers.host ?? ''));
  }
}

function answer(response: Response, status: 200 | 403 | 404): string {
  response.status(status).type('text/plain').setHeader('Cache-Control', 'no-store');
  return status === 200 ? 'yes' : status === 404 ? 'no' : 'wrong key';
}

/** Takes the same time however much of the key is right. */
function isSame(sent: unknown, key: string): boolean {
  return typeof sent === 'string' && timingSafeEqual(hashSecret(sent), hashSecret(key));
}
