import { Module } from '@nestjs/common';
import { Feature } from '../common/feature/feature.decorator';
import { OpenApiModule } from '../openapi/openapi.module';
import { DocumentationController } from './documentation/documentation.controller';
import { DocumentationService } from './documentation/documentation.service';
import { McpController } from './mcp.controller';
import { McpService } from './mcp.service';
import { ToolsService } from './tools.service';

/** The operations as tools of the Model Context Protocol, and the documentation for programs. */
@Feature({ name: 'mcp' })
@Module({
  imports: [OpenApiModule],
  controllers: [McpController, DocumentationController],
  providers: [McpService, ToolsService, DocumentationService],
})
export class McpModule {}
