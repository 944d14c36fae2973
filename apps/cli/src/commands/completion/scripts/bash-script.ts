/**
 * Returns the completion script for bash 4.4 and newer. Bash splits words at `=` and `:`, so the script joins them again, and returns
 * completions without the part up to the last of these characters. Quotes are removed from the words, and added back where they are needed.
 */
export function bashScript(program: string): string {
  return `# Completion of ${program} for bash.
_${program}_complete() {
  local -a words=() found=() shown=()
  local index word raw joined= kind description line
  for ((index = 1; index <= COMP_CWORD; index++)); do
    raw=\${COMP_WORDS[index]}
    if [[ $raw == [:=]* && \${#words[@]} -gt 0 ]]; then
      words[-1]+=$raw
      joined=1
    elif [[ -n $joined ]]; then
      words[-1]+=$raw
      joined=
    else
      words+=("$raw")
    fi
  done
  local quote=
  for index in "\${!words[@]}"; do
    word=\${words[index]}
    quote=
    if [[ $word == [\\"\\']* ]]; then
      quote=\${word:0:1}
      word=\${word:1}
      word=\${word%"$quote"}
    else
      word=\${word//\\\\/}
    fi
    words[index]=$word
  done
  local last=$((\${#words[@]} - 1))
  local current=\${words[last]-}
  local before=
  if [[ -z $quote && $current == *[:=]* ]]; then before=\${current%"\${current##*[:=]}"}; fi
  {
    IFS= read -r kind
    while IFS=$'\\t' read -r word description; do
      [[ -n $word ]] || continue
      found+=("$word")
      shown+=("$description")
    done
  } < <(command ${program} __complete "$last" "\${words[@]}" 2>/dev/null)
  COMPREPLY=()
  for index in "\${!found[@]}"; do
    word=\${found[index]#"$before"}
    case $quote in
      '') printf -v word '%q' "$word" ;;
      "'") word=\${word//"'"/"'\\''"} ;;
      *) word=$(sed 's/[\\"$\`]/\\\\&/g' <<<"$word") ;;
    esac
    # A list shows what each word means, and is not inserted.
    if [[ $COMP_TYPE == 63 && \${#found[@]} -gt 1 && -n \${shown[index]} ]]; then
      printf -v word '%-28s  %s' "$word" "\${shown[index]}"
      word=\${word:0:\${COLUMNS:-80}}
    fi
    COMPREPLY+=("$word")
  done
  if [[ $kind == files ]]; then compopt -o default; fi
  if [[ $kind == folders ]]; then compopt -o dirnames; fi
  compopt -o nosort 2>/dev/null
}
complete -F _${program}_complete ${program}
`
}
