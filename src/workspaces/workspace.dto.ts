import { ApiProperty } from '@nestjs/swagger';
import { RequestExamples } from '../common/operations/request-examples';
import { Text } from '../common/validation/field-rules';
import { Country } from './country-field';
import type { Workspace } from './workspace.entity';

export class WorkspaceDto {
  /** @example "0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3c" */
  id: string;
  /** @example "Acme Support" */
  name: string;
  /**
   * The plan, which determines the limits of the workspace.
   * @example "free"
   */
  planId: string;
  /**
   * IANA time zone name.
   * @example "Europe/Berlin"
   */
  timezone: string;
  /** The country of phone numbers in imported files that have no country code, as ISO 3166-1 alpha-2. */
  @ApiProperty({ type: String, nullable: true, example: 'DE' })
  defaultCountry: string | null;
  /** @example "2026-03-01T09:30:00.000Z" */
  createdAt: string;
  /** @example "2026-03-01T09:30:00.000Z" */
  updatedAt: string;

  static from(workspace: Workspace): WorkspaceDto {
    return {
      id: workspace.id,
      name: workspace.name,
      planId: workspace.planId,
      timezone: workspace.timezone,
      defaultCountry: workspace.defaultCountry,
      createdAt: workspace.createdAt.toISOString(),
      updatedAt: workspace.updatedAt.toISOString(),
    };
  }
}

export class WorkspaceListDto {
  /** Oldest first. */
  workspaces: WorkspaceDto[];

  static from(workspaces: readonly Workspace[]): WorkspaceListDto {
    return { workspaces: workspaces.map((workspace) => WorkspaceDto.from(workspace)) };
  }
}

export class CreateWorkspaceInput {
  /**
   * Surrounding white space is removed. Must be unique among the owner's workspaces, ignoring case.
   * @example "Acme Support"
   */
  @Text({ min: 1, max: 255, line: true })
  name: string;
}

@RequestExamples({
  'another time zone': { timezone: 'Europe/Berlin' },
  'a country for phone numbers': { defaultCountry: 'DE' },
})
export class UpdateWorkspaceInput {
  /**
   * Surrounding white space is removed. Must be unique among the owner's workspaces, ignoring case.
   * @example "Acme Support"
   */
  @Text({ min: 1, max: 255, line: true, optional: true })
  name?: string;
  /**
   * IANA time zone name.
   * @example "Europe/Berlin"
   */
  @Text({ max: 64, optional: true })
  timezone?: string;
  /** The country of phone numbers in imported files that have no country code. null: such numbers are refused. */
  @Country({ optional: true, nullable: true })
  defaultCountry?: string | null;
}
