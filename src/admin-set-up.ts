import type { INestApplicationContext } from '@nestjs/common';
import { answer, Refused } from './admin-output';
import { Audit } from './common/audit/audit';
import { SetUpOperatorService } from './workspaces/installation/set-up-operator.service';

/** Prints a code that creates the first account. It replaces the earlier code. */
export async function printSetUpCode(features: INestApplicationContext): Promise<void> {
  const code = await features.get(SetUpOperatorService).issueCode();
  if (code === null) throw new Refused('This installation has an account already. Sign in with it, or invite people.');
  await features.get(Audit, { strict: false }).operator({ workspaceId: null, name: 'issueSetUpCode' });
  answer(code);
}
