// Every suite of a folder in one: those that cover nothing of a mutant neither run nor start a service.
const { bringIn } = require('../test/together/deal');
const folders = require('./folders');

bringIn(folders[process.env.MUTATION_FOLDER].suites);
