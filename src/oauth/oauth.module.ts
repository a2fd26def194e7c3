import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Feature } from '../common/feature/feature.decorator';
import { leftOut } from '../common/feature/table-policy';
import { AccessToken } from './access-token.entity';
import { AccessTokensRepository } from './access-tokens.repository';
import { AuthorizationController } from './authorization.controller';
import { ClientStrategy } from './client.strategy';
import { DiscoveryController } from './discovery.controller';
import { DiscoveryService } from './discovery.service';
import { ResourceIndicators } from './resource-indicators';
import { TokenExchangeService } from './token-exchange.service';
import { TokenStrategy } from './token.strategy';
import { TokenController } from './token.controller';

/** Access tokens for workspace keys, and the documents that configure OAuth clients. */
@Feature({
  name: 'oauth',
  tables: {
    access_tokens: leftOut('they are valid for an hour; a key, which is exported, gets new ones', {
      // For one more hour, the answer is that the token has expired, not that it is unknown.
      expires: [{ key: 'id', condition: `expires_at < now() - interval '1 hour'` }],
    }),
  },
})
@Module({
  imports: [TypeOrmModule.forFeature([AccessToken])],
  controllers: [TokenController, AuthorizationController, DiscoveryController],
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
