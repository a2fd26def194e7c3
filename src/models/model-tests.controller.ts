import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../common/auth/current.decorators';
import { Operation } from '../common/registry/operation.decorator';
import type { Member } from '../common/request/principal';
import { ModelTestDto, TestWorkspaceModelSettingsInput } from './model-test.dto';
import { ModelTestsService } from './model-tests.service';

@ApiTags('Models')
@Controller('workspaces/:workspaceId/model-settings')
export class ModelTestsController {
  constructor(private readonly tests: ModelTestsService) {}

  @Post('test')
  @Operation({
    operationId: 'testWorkspaceModelSettings',
    summary: 'Test the model server of a workspace',
    description: `Requests a few words from the server, which can incur costs there, and returns whether it answered. The text of its
answer is not returned. \`failure\` is one of the reasons for which the built-in model answers a chat turn instead; \`problem\` says
it in plain words. \`serverModels\` has the models that the server lists.`,
    access: { kind: 'account', scopes: ['workspaces:write'], role: 'admin' },
    returns: ModelTestDto,
    readOnly: true,
    errors: ['rate_limited'],
    cli: 'models test-server',
  })
  async test(
    @CurrentMember() member: Member,
    @Body() { model }: TestWorkspaceModelSettingsInput,
  ): Promise<ModelTestDto> {
    return this.tests.test(member, model);
  }
}
