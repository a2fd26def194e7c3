import { loadSettings } from '../../src/config/load-settings';
import { AddressGuard } from '../../src/common/outbound/address-guard';
import { NameResolver } from '../../src/common/outbound/name-resolver';
import { Outbound, type OutboundReply, type OutboundRequest } from '../../src/common/outbound/outbound';
import { FetchFailure } from '../../src/common/outbound/fetch-failure';

/** What goes out to addresses, without the rest of the service. */
export class TestOutbound {
  private readonly outbound: Outbound;

  constructor(values: Record<string, string> = {}) {
    const settings = loadSettings(values);
    this.outbound = new Outbound(new AddressGuard(settings, new NameResolver(settings)), settings);
  }

  get(address: string, request: Partial<OutboundRequest> = {}): Promise<OutboundReply> {
    return this.outbound.get(new URL(address), { longest: 100_000, milliseconds: 20_000, ...request });
  }

  /** As model servers are asked. */
  send(address: string): Promise<Response> {
    const headers = new Headers();
    return this.outbound.send(new URL(address), {
      method: 'POST',
      headers,
      body: '',
      signal: AbortSignal.timeout(20_000),
    });
  }

  /** In the form that push services get. */
  post(address: string): Promise<OutboundReply> {
    const message = { headers: {}, body: Buffer.alloc(0), longest: 100, milliseconds: 20_000 };
    return this.outbound.post(new URL(address), message);
  }

  /** The reason why an address gives nothing, or the status that it answers with. */
  async outcome(address: string, request: Partial<OutboundRequest> = {}): Promise<string | number> {
    if (!URL.canParse(address)) return 'no address';
    try {
      return (await this.get(address, request)).status;
    } catch (error) {
      if (error instanceof FetchFailure) return error.reason;
      throw error;
    }
  }

  async stop(): Promise<void> {
    await this.outbound.onApplicationShutdown();
  }
}
