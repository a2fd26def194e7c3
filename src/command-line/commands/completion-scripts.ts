/**
 * Completion scripts that need only the shell itself. They pass on the typed text unchanged, so that the tab key does
 * not expand, run or redirect anything. `parley complete` prints one offer on each line, with a tab before its
 * description. The last line is `:0` to complete names of files, else `:4`.
 */
export const COMPLETION_SCRIPTS: ReadonlyMap<string, string> = new Map([
  [
    'bash',
    `# bash completion for parley
_parley() {
  local line=\${COMP_LINE:0:COMP_POINT} words answer offer current typed
  read -ra words <<<"$line"
  [[ $line == *[[:space:]] ]] && words+=('')
  answer=$(parley complete -- "\${words[@]:1}" 2>/dev/null)
  # Bash replaces what comes after the last of these only.
  current=\${words[\${#words[@]} - 1]}
  [[ $current == -*=* ]] && current=\${current#*=}
  typed=\${current%"\${current##*[:=]}"}
  COMPREPLY=()
  while IFS=$'\\t' read -r offer _; do
    [[ -z $offer || $offer == :* ]] || COMPREPLY+=("\${offer#"$typed"}")
  done <<<"$answer"
  [[ $answer == *:0 ]] || compopt +o default 2>/dev/null
}
complete -o default -F _parley parley
`,
  ],
  [
    'zsh',
    `#compdef parley
_parley() {
  local -a answer offers
  local offer value description
  answer=("\${(@f)$(parley complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  [[ $words[CURRENT] == -*=* ]] && compset -P '*='
  if [[ $answer[-1] == :0 ]]; then
    _files
    return
  fi
  for offer in $answer; do
    [[ $offer == :* ]] && continue
    value=\${offer%%$'\\t'*} description=\${offer#*$'\\t'}
    offers+=("\${value//:/\\\\:}\${description:+:$description}")
  done
  _describe parley offers
}
if [[ $funcstack[1] == _parley ]]; then _parley "$@"; else compdef _parley parley; fi
`,
  ],
  [
    'fish',
    `# fish completion for parley
function __parley_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l answer (parley complete -- $words[2..-1] "$current" 2>/dev/null)
    set -l flag (string match -r -- '^-[^=]*=' "$current")
    set -l offers (string match -rv -- '^:' $answer)
    if test "$answer[-1]" = :0
        set offers (__fish_complete_path (string replace -- "$flag" '' "$current"))
    end
    for offer in $offers
        printf '%s%s\\n' "$flag" "$offer"
    end
end
complete -c parley -f -a '(__parley_complete)'
`,
  ],
]);
