import { Body, Controller, Module, Post, type Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsInt, IsOptional, IsString, IsUUID, Max } from 'class-validator';
import { Operation } from '../../src/common/registry/operation.decorator';
import { Text } from '../../src/common/validation/field-rules';
import { Flag, Nested, NestedList, OneOf, SetOf } from '../../src/common/validation/plain-fields';
import type { ApiDocument } from '../../src/openapi/document.types';
import { startParley } from '../support/parley';

class LegInput {
  @Text({ max: 20, min: 1 })
  to: string;
}

class TripInput {
  @Text({ max: 5, optional: true, nullable: true })
  note?: string | null;

  @IsInt()
  @Max(9)
  seats: number;

  @IsString({ each: true })
  stops: string[];

  @Flag({ optional: true, nullable: true })
  urgent?: boolean | null;

  @OneOf(['bus', 'train'], { optional: true, nullable: true })
  by?: string | null;

  @SetOf(['mon', 'tue'])
  days: string[];

  @IsUUID()
  @IsOptional()
  id?: string;

  @Nested(() => LegInput)
  first: LegInput;

  @NestedList(() => LegInput, { size: 3 })
  others: LegInput[];
}

class TripDto {
  @ApiProperty({ example: 'x', type: String, nullable: true })
  note: string | null;

  @ApiProperty()
  seats: number;

  @ApiProperty({ type: [String] })
  stops: string[];
}

/** A module as another package would have it: no plugin of Swagger has read its classes. */
function taking(input: Type, returns: Type): Type {
  @Controller('trips')
  class TripsController {
    @Post()
    @Operation({
      operationId: 'createTrip',
      summary: 'Plan a trip',
      returns,
      access: { kind: 'public' },
      audit: 'none: it stores nothing',
    })
    async create(@Body() _body: object): Promise<object> {
      return {};
    }
  }
  Reflect.defineMetadata('design:paramtypes', [input], TripsController.prototype, 'create');
  @Module({ controllers: [TripsController] })
  class TripsModule {}
  return TripsModule;
}

describe('the document', () => {
  it('describes classes of other packages by their decorators and validators', async () => {
    const parley = await startParley({ modules: [taking(TripInput, TripDto)] });
    const { components } = (await parley.call('GET', '/docs/openapi.json')).body as ApiDocument;
    expect(components.schemas['TripInput']).toEqual({
      type: 'object',
      properties: {
        note: { type: ['string', 'null'], maxLength: 5 },
        seats: { type: 'integer', maximum: 9 },
        stops: { type: 'array', items: { type: 'string' } },
        urgent: { type: ['boolean', 'null'] },
        by: { type: ['string', 'null'], enum: ['bus', 'train', null] },
        days: { type: 'array', items: { type: 'string', enum: ['mon', 'tue'] }, maxItems: 2, uniqueItems: true },
        id: { type: ['string', 'null'], format: 'uuid' },
        first: { $ref: '#/components/schemas/LegInput' },
        others: { type: 'array', items: { $ref: '#/components/schemas/LegInput' }, maxItems: 3 },
      },
      required: ['days', 'others', 'seats', 'stops', 'first'],
      additionalProperties: false,
    });
    expect(components.schemas['Trip']).toEqual({
      type: 'object',
      properties: {
        note: { type: ['string', 'null'], examples: ['x'] },
        seats: { type: 'number' },
        stops: { type: 'array', items: { type: 'string' } },
      },
      required: ['note', 'seats', 'stops'],
      additionalProperties: false,
    });
    await parley.stop();
  });

  class BareDto {
    text: string;
  }
  // oxlint-disable-next-line typescript/no-extraneous-class -- forgotten fields
  class EmptyDto {}
  class VagueDto {
    @ApiProperty()
    text: string | null;
  }
  class VagueInput {
    @IsOptional()
    text: object;
  }
  class AgentDto {
    @ApiProperty()
    name: string;
  }

  it.each([
    [TripInput, BareDto, 'BareDto.text, which createTrip returns, has no readable type'],
    [TripInput, EmptyDto, 'EmptyDto, which createTrip returns, has no fields'],
    [TripInput, VagueDto, 'VagueDto.text, which createTrip returns, has no readable type'],
    [VagueInput, TripDto, 'VagueInput.text, which createTrip takes, has no readable type'],
    [TripInput, AgentDto, 'two classes are called AgentDto'],
  ])('stops the start where it would show less of %p or %p', async (input, returns, problem) => {
    await expect(startParley({ modules: [taking(input, returns)] })).rejects.toThrow(problem);
  });
});
