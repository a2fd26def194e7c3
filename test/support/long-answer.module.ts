import { Controller, Get, Module, type StreamableFile } from '@nestjs/common';
import { streamedText } from '../../src/common/http/streamed-text';
import { Operation } from '../../src/common/registry/operation.decorator';
import { EchoDto } from './echo.module';

/** What is answered; the tests set it. More in all than a response and both ends of a connection can hold. */
export const longAnswer = { pieces: 30, size: 1_000_000 };

async function* pieces(): AsyncGenerator<string> {
  for (let n = 0; n < longAnswer.pieces; n++) yield 'x'.repeat(longAnswer.size);
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
  async read(): Promise<StreamableFile> {
    return streamedText(pieces(), { mediaType: 'text/plain', fileName: 'long.txt' });
  }
}

@Module({ controllers: [LongAnswerController] })
export class LongAnswerModule {}
