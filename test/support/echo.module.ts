import { Body, Controller, Module, Post } from '@nestjs/common';
import { IsBoolean, IsOptional, IsString, MaxLength } from 'class-validator';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { NotFound } from '../../src/common/errors/domain-error';
import { Operation } from '../../src/common/registry/operation.decorator';

export class EchoDto {
  @IsString()
  @MaxLength(100)
  text: string;

  @IsOptional()
  @IsBoolean()
  loud?: boolean;
}

/** What the next call does besides writing its row; the tests set it. */
export const echo: { before: () => Promise<void> } = { before: async () => {} };

export const CREATE_ECHOES = 'CREATE TABLE echoes (id serial PRIMARY KEY, text text NOT NULL)';

/** An operation that writes a row, for tests of what happens around every operation. */
@Controller('echoes')
class EchoesController {
  constructor(private readonly work: UnitOfWork) {}

  @Post()
  @Operation({
    operationId: 'createEcho',
    summary: 'Write down a text',
    access: { kind: 'public' },
    audit: 'none: it stores what a test sends',
    returns: EchoDto,
    status: 201,
    idempotent: true,
  })
  async create(@Body() { text }: EchoDto): Promise<{ id: number; text: string }> {
    return this.work.run(async () => {
      const [row] = await this.work.query<{ id: number; text: string }>(
        'INSERT INTO echoes (text) VALUES ($1) RETURNING id, text',
        [text],
      );
      await echo.before();
      if (!row || text === 'refuse') throw new NotFound();
      return row;
    });
  }
}

@Module({ controllers: [EchoesController] })
export class EchoModule {}
