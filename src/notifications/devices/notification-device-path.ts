import { Injectable } from '@nestjs/common';
import { PathResources } from '../../common/auth/path-resources';
import { isAccount } from '../../common/request/principal';
import { NotificationDevicesRepository } from './notification-devices.repository';

/** Finds the device of a path among the devices of the calling account. */
@Injectable()
export class NotificationDevicePath {
  constructor(resources: PathResources, devices: NotificationDevicesRepository) {
    resources.register(
      'deviceId',
      async (id, { principal }) => isAccount(principal) && devices.exists(principal.accountId, id),
    );
  }
}
