import { answerCustomer } from './answer-customer';
import { CallRefused } from './api-client';
import { askQuestions } from './ask-questions';
import type { Demonstration } from './demonstration';
import { exchangeKey } from './exchange-key';
import { keepPromise } from './keep-promise';
import { activate, makeAgent } from './make-agent';
import { EventReceiver } from './receive-events';
import { showAuditLog } from './show-audit-log';
import { signIn } from './sign-in';
import { teachAgent } from './teach-agent';
import { putTeamToWork } from './team-at-work';
import { showHowToTryIt } from './try-it';

/**
 * The whole demonstration, from the first account on. Continues with the data of an earlier run. A person can have changed that data
 * in any way since: if it no longer fits, a new account begins in a workspace of its own, and the old one stays as it is.
 */
export async function demonstrate(demo: Demonstration): Promise<void> {
  try {
    await tellStory(demo);
  } catch (error) {
    if (!demo.state.isContinued || demo.signal.aborted) throw error;
    demo.screen.blank();
    const reason = error instanceof CallRefused ? `${error.summary}.` : (error as Error).message;
    demo.screen.text(`The data of the last run no longer fits: ${reason}`);
    demo.screen.text('So the demo starts again with a new account. The data of the old one stays as it is.');
    demo.state.forget();
    await tellStory(demo);
  }
}

async function tellStory(demo: Demonstration): Promise<void> {
  const person = await signIn(demo);
  const agent = await makeAgent(demo, person);
  await teachAgent(demo, person, agent);
  await activate(demo, person, agent);
  const program = await exchangeKey(demo, person, agent);
  await putTeamToWork(demo, person, program, agent);
  await askQuestions(demo, program, agent);
  await answerCustomer(demo, person, program, agent);
  const receiver = await EventReceiver.open(demo, person, agent);
  await keepPromise(demo, person, program, agent);
  await receiver.show();
  await showAuditLog(demo, person, agent);
  await showHowToTryIt(demo, agent);
}
