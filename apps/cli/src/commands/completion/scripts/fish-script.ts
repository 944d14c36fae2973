/** Returns the completion script for fish 3.4 and newer. */
export function fishScript(program: string): string {
  const name = program.replaceAll('-', '_')
  return `# Completion of ${program} for fish.
function __${name}_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l lines (command ${program} __complete (math (count $words) - 2) $words[2..-1] 2>/dev/null)
    switch "$lines[1]"
        case files
            __fish_complete_path (commandline -ct)
        case folders
            __fish_complete_directories (commandline -ct)
        case '*'
            printf '%s\\n' $lines[2..-1]
    end
end
complete -c ${program} -e
complete -c ${program} -f -k -a '(__${name}_complete)'
`
}
