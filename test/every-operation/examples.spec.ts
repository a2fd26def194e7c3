import { describeExamples } from '../contract/suites/examples';
import { GLOBALS } from '../contract/suites/runner';
import { THE_TREE } from '../contract/suites/subject';

describeExamples(THE_TREE, GLOBALS);
