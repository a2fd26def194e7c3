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

/** What the proxy in front of custom domains asks, and what this service asks of itself by way of it. */
@ApiExcludeController()
@Controller()
export class ProxiesController {
  constructor(
    private readonly domains: ServedDomains,
    private readonly proof: RoutingProof,
    private readonly settings: Settings,
  ) {}

  /**
   * Caddy’s `ask`: 200 where a certificate may be issued for `domain`, 404 where not, 403 where TLS_ASK_KEY is set and `key` is
   * another. Nothing is logged, since everybody can make a proxy ask for any name.
   */
  @Get('internal/tls/ask')
  @OutsideApi('asked by the TLS proxy of the installation, which has no credential but TLS_ASK_KEY; says yes or no')
  async ask(@Req() { query }: Request, @Res({ passthrough: true }) response: Response): Promise<string> {
    const { TLS_ASK_KEY } = this.settings.values;
    if (TLS_ASK_KEY !== null && !isSame(query['key'], TLS_ASK_KEY)) return answer(response, 403);
    const { domain } = query;
    const may = typeof domain === 'string' && (await this.domains.mayHaveCertificate(domain));
    return answer(response, may ? 200 : 404);
  }

  /** On any host: that whoever asks has come to this installation. */
  @Get('.well-known/parley-domain')
  @OutsideApi('asked by the service itself under a customer’s host name, to see whether it leads here')
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

/** In a time that does not tell how much of it is right. */
function isSame(sent: unknown, key: string): boolean {
  return typeof sent === 'string' && timingSafeEqual(hashSecret(sent), hashSecret(key));
}
