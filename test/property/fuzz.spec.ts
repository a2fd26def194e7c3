import { describeAnyRequest } from '../contract/suites/any-request';
import { GLOBALS } from '../contract/suites/runner';
import { THE_TREE } from '../contract/suites/subject';

describeAnyRequest(THE_TREE, GLOBALS);
