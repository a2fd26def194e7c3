import type { RegisteredOperation } from '../operations/registered-operation';
import { type RepeatedRequest, ReplayChecks } from './replay-checks';

const operation = { checks: ['password_proof'] } as unknown as RegisteredOperation;
const request: RepeatedRequest = { principal: { kind: 'public' }, origin: null, body: {} };

describe('ReplayChecks', () => {
  it('runs the checks of the operation, and passes on their refusal', async () => {
    const checks = new ReplayChecks();
    const check = jest.fn().mockResolvedValueOnce(undefined).mockRejectedValueOnce(new Error('refused'));
    checks.register('password_proof', check);
    await checks.pass(operation, request);
    expect(check).toHaveBeenCalledWith(request);
    await expect(checks.pass(operation, request)).rejects.toThrow('refused');
    await checks.pass({ checks: [] } as unknown as RegisteredOperation, request);
    expect(check).toHaveBeenCalledTimes(2);
  });

  it('refuses a replay if a check is not registered', async () => {
    await expect(new ReplayChecks().pass(operation, request)).rejects.toThrow('password_proof');
  });

  it('refuses a second check of the same name', () => {
    const checks = new ReplayChecks();
    checks.register('password_proof', () => {});
    expect(() => checks.register('password_proof', () => {})).toThrow('password_proof');
  });
});
