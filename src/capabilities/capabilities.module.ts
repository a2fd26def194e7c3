import { Module } from '@nestjs/common';
import { OpenApiModule } from '../openapi/openapi.module';
import { CapabilitiesController } from './capabilities.controller';
import { CapabilitiesService } from './capabilities.service';

@Module({ imports: [OpenApiModule], controllers: [CapabilitiesController], providers: [CapabilitiesService] })
export class CapabilitiesModule {}
