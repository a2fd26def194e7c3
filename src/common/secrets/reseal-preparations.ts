import { Injectable } from '@nestjs/common';

/** Work that `admin reseal` does first, for values that need more than being sealed anew. */
@Injectable()
export class ResealPreparations {
  private readonly preparations: (() => Promise<void>)[] = [];

  /** `prepare` keeps what is still needed of SECRET_KEY_FALLBACKS after their removal. It may run any number of times. */
  register(prepare: () => Promise<void>): void {
    this.preparations.push(prepare);
  }

  async run(): Promise<void> {
    for (const prepare of this.preparations) await prepare();
  }
}
