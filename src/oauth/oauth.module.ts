import { Module } from '@nestjs/common';
import { OwnsTables } from '../common/database/table-owner';
import { AccessTokensRepository } from './access-tokens.repository';
import { ClientStrategy } from './client.strategy';
import { DiscoveryController } from './discovery.controller';
import { OAuthDiscovery } from './discovery.service';
import { TokenExchangeService } from './token-exchange.service';
import { TokenStrategy } from './token.strategy';
import { TokenController } from './token.controller';

/** Access tokens for workspace keys, and the documents by which OAuth clients find out how. */
@OwnsTables('access_tokens')
@Module({
  controllers: [TokenController, DiscoveryController],
  providers: [AccessTokensRepository, TokenExchangeService, TokenStrategy, ClientStrategy, OAuthDiscovery],
})
export class OAuthModule {}
