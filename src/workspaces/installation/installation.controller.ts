import { Body, Controller, Get, Post } from '@nestjs/common';
import { CallingProgram } from '../../accounts/sessions/calling-program.decorator';
import type { Program } from '../../accounts/sessions/sessions.service';
import { Section } from '../../common/operations/section.decorator';
import { Operation } from '../../common/registry/operation.decorator';
import { FirstAccountDto, InstallationDto, SetUpInstallationInput } from './installation.dto';
import { SetUpService } from './set-up.service';

@Section('The state of this installation, and the set-up of a new one.')
@Controller('installation')
export class InstallationController {
  constructor(private readonly setUpService: SetUpService) {}

  @Get()
  @Operation({
    operationId: 'getInstallation',
    summary: 'Get the state of the installation',
    description: 'Says whether the installation has to be set up, and who can create an account.',
    access: { kind: 'public' },
    returns: InstallationDto,
    limit: 'capabilities_per_address',
    mcp: false,
  })
  async get(): Promise<InstallationDto> {
    return InstallationDto.from(await this.setUpService.state());
  }

  @Post('setup')
  @Operation({
    operationId: 'setUpInstallation',
    summary: 'Set up a new installation',
    description:
      'Creates the first account and its workspace, opens a session and sets its cookie. Takes the code that the service ' +
      'prints for its operator, which proves the email address as well. The code can be used once and expires after 24 ' +
      'hours. Returns 404 once an account has a verified address.',
    access: { kind: 'public' },
    audit: { subject: ['account', 'noted'], fields: { workspaceName: 'text' }, transaction: 'service' },
    returns: FirstAccountDto,
    status: 201,
    checks: ['trusted_origin'],
    errors: ['not_found', 'identity_unavailable'],
    limit: 'set_up_per_address',
    noStore: true,
    idempotent: true,
    mcp: false,
    cli: 'installation set-up',
  })
  async setUp(@Body() input: SetUpInstallationInput, @CallingProgram() program: Program): Promise<FirstAccountDto> {
    return FirstAccountDto.from(await this.setUpService.setUp(input, program));
  }
}
