import { sameEverywhere } from './same-everywhere';

it.each([
  ['Wie setze ich ACTUAL_PORT auf 8080?', ['ACTUAL_PORT', '8080']],
  ['¿Qué hace `chezmoi apply --dry-run`?', ['chezmoi apply --dry-run']],
  ['Comment désactiver --verbose ?', ['--verbose']],
  ['Wo liegt „config.yaml“?', ['config.yaml']],
  ['Wie heißt die Datei .gitignore?', ['.gitignore', 'Datei']],
  ['Unterstützt ihr Docker und Kubernetes?', []],
  ['Wie ist euer Preis?', []],
  ['Docker verwenden', []],
  ['', []],
])('%s', (question, same) => {
  expect(sameEverywhere(question)).toEqual(same);
});
