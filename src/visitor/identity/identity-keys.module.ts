import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AgentsModule } from '../../agents/agents.module';
import { IdentityKey } from './identity-key.entity';
import { IdentityKeyPath } from './identity-key-path';
import { IdentityKeysController } from './identity-keys.controller';
import { IdentityKeysRepository } from './identity-keys.repository';
import { IdentityKeysService } from './identity-keys.service';
import { VisitorIdentitiesService } from './visitor-identities.service';
import { IdentityKeyResource } from './identity-key-resource';

@Module({
  imports: [TypeOrmModule.forFeature([IdentityKey]), AgentsModule],
  controllers: [IdentityKeysController],
  providers: [
    IdentityKeyResource,
    IdentityKeysService,
    IdentityKeysRepository,
    IdentityKeyPath,
    VisitorIdentitiesService,
  ],
  exports: [VisitorIdentitiesService],
})
export class IdentityKeysModule {}
