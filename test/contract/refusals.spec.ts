import { GLOBALS } from './suites/runner';
import { THE_TREE } from './suites/subject';
import { describeWhoMayCall } from './suites/who-may-call';

describeWhoMayCall(THE_TREE, GLOBALS);
