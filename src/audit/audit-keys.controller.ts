import { Controller, Get, Header } from '@nestjs/common';
import { OutsideApi } from '../common/registry/operation.route';
import { AuditKeysService } from './audit-keys.service';

@Controller('.well-known/parley-audit-keys.json')
export class AuditKeysController {
  constructor(private readonly keys: AuditKeysService) {}

  /** The public keys of the audit logs as a JWK Set (RFC 7517). */
  @Get()
  @Header('Cache-Control', 'public, max-age=300')
  @OutsideApi('a well-known document, which verifiers read without a credential')
  async list(): Promise<{ keys: Awaited<ReturnType<AuditKeysService['published']>> }> {
    return { keys: await this.keys.published() };
  }
}
