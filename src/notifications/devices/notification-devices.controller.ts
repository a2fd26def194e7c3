import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentAccount } from '../../common/auth/current.decorators';
import { REMOVED, RemovalDto } from '../../common/operations/removal.dto';
import { Section } from '../../common/operations/section.decorator';
import { Operation } from '../../common/registry/operation.decorator';
import type { AccountPrincipal } from '../../common/request/principal';
import { PushKeysService } from '../push/push-keys.service';
import { RegisterNotificationDeviceInput, UpdateNotificationDeviceInput } from './notification-device-input.dto';
import {
  NotificationDeviceDto,
  NotificationDeviceListDto,
  NotificationDeviceTestDto,
  PushKeyDto,
} from './notification-device.dto';
import { NotificationDevicesService } from './notification-devices.service';

@Section('The browsers and phones that notify you, and the events that they notify you of.')
@ApiTags('Notifications')
@Controller('member-notifications')
export class NotificationDevicesController {
  constructor(
    private readonly devices: NotificationDevicesService,
    private readonly keys: PushKeysService,
  ) {}

  @Get('subscriptions')
  @Operation({
    operationId: 'listNotificationDevices',
    summary: 'List your notification devices',
    description: 'Oldest first. Endpoints and keys are never returned.',
    access: { kind: 'account', scopes: ['notifications:read'], orScope: 'notifications:write' },
    returns: NotificationDeviceListDto,
    cli: 'devices list',
  })
  async list(@CurrentAccount() { accountId }: AccountPrincipal): Promise<NotificationDeviceListDto> {
    const devices = await this.devices.list(accountId);
    return { devices: devices.map((device) => NotificationDeviceDto.from(device)) };
  }

  @Post('subscriptions')
  @Operation({
    operationId: 'registerNotificationDevice',
    summary: 'Register a notification device',
    description: `Registers the result of a browser’s \`PushManager.subscribe()\`. Registering an endpoint again updates its device and takes
it over if another user registered it before. You can have 20 devices; an expired or revoked device makes room for a new one.
When the session in which a device was registered is ended, the device gets no more notifications.`,
    access: { kind: 'account', scopes: ['notifications:write'] },
    audit: { subject: ['notification_device', 'response.id'], fields: { label: 'personal', subscription: 'secret' } },
    returns: NotificationDeviceDto,
    status: 201,
    errors: ['device_limit_reached', 'rate_limited'],
    idempotent: true,
    cli: 'devices register',
  })
  async register(
    @CurrentAccount() account: AccountPrincipal,
    @Body() input: RegisterNotificationDeviceInput,
  ): Promise<NotificationDeviceDto> {
    return NotificationDeviceDto.from(await this.devices.register(account, input));
  }

  @Patch('subscriptions/:deviceId')
  @Operation({
    operationId: 'updateNotificationDevice',
    summary: 'Rename, pause or resume a notification device',
    access: { kind: 'account', scopes: ['notifications:write'] },
    audit: { subject: ['notification_device', 'path.deviceId'], fields: { label: 'personal', paused: 'plain' } },
    returns: NotificationDeviceDto,
    cli: 'devices update',
  })
  async update(
    @CurrentAccount() { accountId }: AccountPrincipal,
    @Param('deviceId') deviceId: string,
    @Body() input: UpdateNotificationDeviceInput,
  ): Promise<NotificationDeviceDto> {
    return NotificationDeviceDto.from(await this.devices.update(accountId, deviceId, input));
  }

  @Post('subscriptions/:deviceId/test')
  @Operation({
    operationId: 'testNotificationDevice',
    summary: 'Send a test notification to a device',
    description:
      'Sends the notification even if the device is paused or your preferences or quiet hours prevent it. Takes 20 seconds at most.',
    access: { kind: 'account', scopes: ['notifications:write'] },
    audit: 'none: it sends a message to a device of the caller and changes nothing else',
    returns: NotificationDeviceTestDto,
    errors: ['device_revoked', 'rate_limited'],
    cli: 'devices test',
  })
  async test(
    @CurrentAccount() { accountId }: AccountPrincipal,
    @Param('deviceId') deviceId: string,
  ): Promise<NotificationDeviceTestDto> {
    const { outcome, device } = await this.devices.test(accountId, deviceId);
    return NotificationDeviceTestDto.from(outcome, device);
  }

  @Delete('subscriptions/:deviceId')
  @Operation({
    operationId: 'removeNotificationDevice',
    summary: 'Remove a notification device',
    access: { kind: 'account', scopes: ['notifications:write'] },
    audit: { subject: ['notification_device', 'path.deviceId'] },
    returns: RemovalDto,
    destructive: true,
    cli: { name: 'devices remove', consequence: 'It gets no more notifications until you register it again.' },
  })
  async remove(
    @CurrentAccount() { accountId }: AccountPrincipal,
    @Param('deviceId') deviceId: string,
  ): Promise<RemovalDto> {
    await this.devices.remove(accountId, deviceId);
    return REMOVED;
  }

  @Get('push-key')
  @Operation({
    operationId: 'getPushKey',
    summary: 'Get the public key for push subscriptions',
    access: { kind: 'account', scopes: ['notifications:read'], orScope: 'notifications:write' },
    returns: PushKeyDto,
    cli: 'devices get-key',
  })
  async getKey(): Promise<PushKeyDto> {
    return { publicKey: await this.keys.publicKey() };
  }
}
