import { GLOBALS } from '../contract/suites/runner';
import { THE_TREE } from '../contract/suites/subject';
import { describeWhoMayCall } from '../contract/suites/who-may-call';

describeWhoMayCall(THE_TREE, GLOBALS);
