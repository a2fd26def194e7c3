import { describeExamples } from './suites/examples';
import { GLOBALS } from './suites/runner';
import { THE_TREE } from './suites/subject';

describeExamples(THE_TREE, GLOBALS);
