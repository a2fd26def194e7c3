import { Module } from '@nestjs/common';
import { Feature } from '../common/feature/feature.decorator';
import { VisitorPagesModule } from '../visitor/pages/visitor-pages.module';
import { ConsoleController } from './console.controller';
import { ConsoleFiles } from './console-files';

/** The web application at /app: one document for all of its addresses, and the files that the document loads. */
@Feature({ name: 'console' })
@Module({
  imports: [VisitorPagesModule],
  controllers: [ConsoleController],
  providers: [ConsoleFiles],
})
export class ConsoleModule {}
