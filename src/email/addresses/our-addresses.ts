import { Injectable } from '@nestjs/common';
import { Settings } from '../../config/load-settings';
import { bareAddress } from '../threads/bare-address';
import { MailAddressesService } from './mail-addresses.service';

/** The addresses of this service: MAIL_FROM and all issued addresses. */
@Injectable()
export class OurAddresses {
  private readonly from: string;

  constructor(
    private readonly issued: MailAddressesService,
    { values }: Settings,
  ) {
    this.from = bareAddress(values.MAIL_FROM);
  }

  /** `address` in lower case. */
  has(address: string): boolean {
    return address === this.from || this.issued.read(address) !== null;
  }
}
