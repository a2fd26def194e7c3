import { describeAnyRequest } from './suites/any-request';
import { GLOBALS } from './suites/runner';
import { THE_TREE } from './suites/subject';

describeAnyRequest(THE_TREE, GLOBALS);
