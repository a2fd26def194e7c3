import { Module } from '@nestjs/common';
import { Feature } from '../common/feature/feature.decorator';
import { OpenApiModule } from '../openapi/openapi.module';
import { CapabilitiesController } from './capabilities.controller';
import { CapabilitiesService } from './capabilities.service';
import { CommandLineFileController } from './command-line-file.controller';
import { CommandLineFileService } from './command-line-file.service';

@Feature({ name: 'capabilities' })
@Module({
  imports: [OpenApiModule],
  controllers: [CapabilitiesController, CommandLineFileController],
  providers: [CapabilitiesService, CommandLineFileService],
})
export class CapabilitiesModule {}
