/** Returns the completion script for zsh, as a function in `fpath` or as a file to source after `compinit`. */
export function zshScript(program: string): string {
  return `#compdef ${program}
_${program}() {
  local -a lines described
  local line word
  lines=("\${(@f)$(command ${program} __complete $((CURRENT - 2)) "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  for line in "\${(@)lines[2,-1]}"; do
    word=\${line%%$'\\t'*}
    [[ -n $word ]] && described+=("\${word//:/\\\\:}:\${line#*$'\\t'}")
  done
  case $lines[1] in
    files) _files ;;
    folders) _files -/ ;;
    *) _describe -V ${program} described ;;
  esac
}
if [[ $funcstack[1] == _${program} ]]; then _${program} "$@"; else compdef _${program} ${program}; fi
`
}
