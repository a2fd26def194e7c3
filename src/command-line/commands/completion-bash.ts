/**
 * Makes bash complete commands, from version 3.2 on and without the package bash-completion. What was typed is split at
 * its spaces and passed on as it is: the tab key expands, runs and redirects nothing.
 */
export const BASH_SCRIPT = `# bash completion for parley
_parley() {
  local line=\${COMP_LINE:0:COMP_POINT} words answer candidate current typed
  read -ra words <<<"$line"
  [[ $line == *[[:space:]] ]] && words+=('')
  answer=$(parley complete -- "\${words[@]:1}" 2>/dev/null)
  # Bash replaces what comes after the last of these only.
  current=\${words[\${#words[@]} - 1]}
  [[ $current == -*=* ]] && current=\${current#*=}
  typed=\${current%"\${current##*[:=]}"}
  COMPREPLY=()
  while IFS=$'\\t' read -r candidate _; do
    [[ -z $candidate || $candidate == :* ]] || COMPREPLY+=("\${candidate#"$typed"}")
  done <<<"$answer"
  # :0 leaves it to the shell: names of files.
  [[ $answer == *:0 ]] || compopt +o default 2>/dev/null
}
complete -o default -F _parley parley
`;
