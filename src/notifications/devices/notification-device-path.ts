import { Injectable } from '@nestjs/common';
import { PathResources } from '../../common/auth/path-resources';
import { isAccount } from '../../common/request/principal';
import { NotificationDevicesRepository } from './notification-devices.repository';

/** The device of a path, of the account that calls. */
@Injectable()
export class NotificationDevicePath {
  constructor(resources: PathResources, devices: NotificationDevicesRepository) {
    resources.register(
      'deviceId',
      async (id, { principal }) => isAccount(principal) && devices.exists(principal.accountId, id),
    );
  }
}
