import { answerCustomer } from './answer-customer';
import { askQuestions } from './ask-questions';
import type { Demonstration } from './demonstration';
import { exchangeKey } from './exchange-key';
import { keepPromise } from './keep-promise';
import { activate, makeAgent } from './make-agent';
import { signIn } from './sign-in';
import { teachAgent } from './teach-agent';
import { showHowToTryIt } from './try-it';

/** The whole demonstration, from the first account on. Continues the work of an earlier run. */
export async function demonstrate(demo: Demonstration): Promise<void> {
  const person = await signIn(demo);
  const agent = await makeAgent(demo, person);
  await teachAgent(demo, person, agent);
  await activate(demo, person, agent);
  const program = await exchangeKey(demo, person, agent);
  await askQuestions(demo, program, agent);
  await answerCustomer(demo, person, program, agent);
  await keepPromise(demo, person, program, agent);
  await showHowToTryIt(demo, agent);
}
