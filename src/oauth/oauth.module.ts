import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OwnsTables } from '../common/database/table-owner';
import { AccessToken } from './access-token.entity';
import { AccessTokensRepository } from './access-tokens.repository';
import { ClientStrategy } from './client.strategy';
import { DiscoveryController } from './discovery.controller';
import { DiscoveryService } from './discovery.service';
import { ResourceIndicators } from './resource-indicators';
import { TokenExchangeService } from './token-exchange.service';
import { TokenStrategy } from './token.strategy';
import { TokenController } from './token.controller';

/** Access tokens for workspace keys, and the documents by which OAuth clients find out how. */
@OwnsTables('access_tokens')
@Module({
  imports: [TypeOrmModule.forFeature([AccessToken])],
  controllers: [TokenController, DiscoveryController],
  providers: [
    AccessTokensRepository,
    ClientStrategy,
    DiscoveryService,
    ResourceIndicators,
    TokenExchangeService,
    TokenStrategy,
  ],
})
export class OAuthModule {}
