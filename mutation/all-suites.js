// Every suite of a folder in one: those that cover nothing of a mutant neither run nor start a service.
const path = require('node:path');
const folders = require('./folders');

for (const suite of folders[process.env.MUTATION_FOLDER].suites) {
  describe(suite, () => {
    require(path.join(__dirname, '..', suite));
  });
}
