import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Settings } from '../../config/load-settings';
import { fileStoreErrors } from '../work/file-metrics';
import { ObjectStore, StoreFailed } from '../../common/outbound/object-store';

/** The store of FILES_STORE. Counts its failures. */
@Injectable()
export class FileStore implements OnApplicationShutdown {
  private readonly objects: ObjectStore | null;

  constructor({ values: { FILES_STORE } }: Settings) {
    this.objects = FILES_STORE === null ? null : new ObjectStore(FILES_STORE);
  }

  get isSet(): boolean {
    return this.objects !== null;
  }

  /** @throws the errors of `use`, and StoreFailed if no store is set */
  async with<T>(use: (objects: ObjectStore) => Promise<T>): Promise<T> {
    try {
      if (!this.objects) throw new StoreFailed('FILES_STORE is not set', null);
      return await use(this.objects);
    } catch (error) {
      if (error instanceof StoreFailed) fileStoreErrors.inc();
      throw error;
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.objects?.close();
  }
}
