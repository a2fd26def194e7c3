import { MailAddressesService } from '../../src/email/addresses/mail-addresses.service';
import { anAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aCredential } from '../factories/credential';
import { aMember } from '../factories/member';
import { aWorkspace } from '../factories/workspace';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;

beforeAll(async () => {
  parley = await startParley({ settings: { MAIL_REPLY_ADDRESS: 'reply+{token}@example.com' } });
});
afterAll(() => parley.stop());

describe('getAgentMailAddress', () => {
  it('200 with an address that only this agent has, for callers who see the agent', async () => {
    const owner = await anAccount(parley);
    const admin = await aCredential(parley, owner);
    const workspace = await aWorkspace(parley, admin);
    const [one, two] = [await anAgent(parley, workspace, admin), await anAgent(parley, workspace, admin)];
    const path = (agentId: string) => `/workspaces/${workspace.id}/agents/${agentId}/mail-address`;
    const { status, body } = await parley.call('GET', path(one.id), { token: admin.secret });
    expect(status).toBe(200);
    const address = expect.stringMatching(/^reply\+a[a-z2-7]{42}@example\.com$/) as string;
    expect(body).toEqual({ agentId: one.id, address, staffForwarding: 'verified' });
    expect(parley.get(MailAddressesService).read(body.address)).toEqual({ kind: 'intake', id: one.id });
    expect((await parley.call('GET', path(one.id.toUpperCase()), { token: admin.secret })).body).toEqual(body);

    const member = await aMember(parley, workspace, await anAccount(parley), { restrictedAgentIds: [two.id] });
    const { secret } = await aCredential(parley, member);
    expect((await parley.call('GET', path(two.id), { token: secret })).body.address).not.toBe(body.address);
    expect((await parley.call('GET', path(one.id), { token: secret })).status).toBe(404);
  });
});
