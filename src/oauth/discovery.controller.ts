import { Controller, Get, Header, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { OutsideApi } from '../common/registry/operation.route';
import { DiscoveryService } from './discovery.service';

const AUTHORIZATION_SERVER = '/.well-known/oauth-authorization-server';
const PROTECTED_RESOURCE = '/.well-known/oauth-protected-resource';

@ApiExcludeController()
@Controller('.well-known')
export class DiscoveryController {
  constructor(private readonly discovery: DiscoveryService) {}

  @Get(['oauth-authorization-server', 'oauth-authorization-server/{*issuer}'])
  @OutsideApi('RFC 8414: read by clients that have no credential yet; the same for all callers')
  @Header('Cache-Control', 'public, max-age=300')
  authorizationServer(@Req() { path }: Request): object {
    return this.discovery.authorizationServer(rest(path, AUTHORIZATION_SERVER));
  }

  @Get(['oauth-protected-resource', 'oauth-protected-resource/{*resource}'])
  @OutsideApi('RFC 9728: read by clients that have no credential yet; the same for all callers')
  @Header('Cache-Control', 'public, max-age=300')
  protectedResource(@Req() { path }: Request): object {
    return this.discovery.protectedResource(rest(path, PROTECTED_RESOURCE));
  }
}

function rest(path: string, name: string): string {
  return path.slice(name.length).replace(/\/$/, '');
}
