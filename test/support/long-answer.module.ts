import { Controller, Get, Module, type StreamableFile } from '@nestjs/common';
import { streamedText } from '../../src/common/http/streamed-text';
import { Operation } from '../../src/common/operations/operation.decorator';
import { EchoDto } from './echo.module';

/** Some 40 MB, in pieces. */
// eslint-disable-next-line @typescript-eslint/require-await -- pieces come one after the other
async function* pieces(): AsyncGenerator<string> {
  for (let n = 0; n < 40; n++) yield 'x'.repeat(1_000_000);
}

/** A long answer that keys get, too, for tests of what every long answer does. */
@Controller('workspaces/:workspaceId/long-answer')
class LongAnswerController {
  @Get()
  @Operation({
    operationId: 'readLongAnswer',
    summary: 'Read something long',
    access: { kind: 'workspace', scopes: ['agents:read'] },
    returns: EchoDto,
    gives: { 'text/plain': 'xxx' },
    mcp: false,
  })
  // eslint-disable-next-line @typescript-eslint/require-await -- handlers are asynchronous
  async read(): Promise<StreamableFile> {
    return streamedText(pieces(), { mediaType: 'text/plain', fileName: 'long.txt' });
  }
}

@Module({ controllers: [LongAnswerController] })
export class LongAnswerModule {}
