/** What the programs outside of the sandbox start with, whoever asks for what. */
const searchPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** Names of the pieces, with a number behind. */
const prefix = 'HERMES_CARRIED_'

/** Linux refuses a single variable of 128 KiB; a character has up to four bytes. */
const longestPiece = /.{1,30000}/gsu

/** What a shell can export. */
const plainName = /^[A-Za-z_]\w*$/

/** Names that mean something to a shell: it would refuse some of them, and misread others. */
const shellName =
  /^(?:_|IFS|OPT.*|PPID|E?[UG]ID|USERNAME|LINENO|S?RANDOM|SECONDS|EPOCH.*|GROUPS|FUNCNAME|DIRSTACK|HISTCMD|SHELLOPTS|BASH.*|KSH.*|COMP_.*|TMOUT|POSIXLY_CORRECT|__hermes_.*)$/

/** Variables on their way into the sandbox: as data, which no program on the way takes for its own settings. */
export interface CarriedVariables {
  /** Of the programs outside: a constant search path, what `open` names, and numbered pieces that mean nothing to anything. */
  readonly outside: Readonly<Record<string, string>>
  /**
   * For `/bin/sh` inside: turns the pieces into what they were. Those that a shell cannot export become its first arguments,
   * as `env` takes them.
   */
  readonly restoreScript: string
}

/** `open`: names of variables that the programs outside keep as they are. */
export function carryVariables(
  variables: Readonly<Record<string, string>>,
  open: readonly string[] = [],
): CarriedVariables {
  const entries = Object.entries(variables)
  const pieces = entries.flatMap(toPieces)
  return {
    outside: {
      ...Object.fromEntries(entries.filter(([name]) => open.includes(name))),
      ...Object.fromEntries(pieces.map((piece, index) => [`${prefix}${index + 1}`, piece])),
      PATH: searchPath,
    },
    restoreScript: restoreScript(pieces.length),
  }
}

/** `+` begins a piece that another one follows, `=` the last of a variable, `@` the last of one for `env`. */
function toPieces([name, value]: readonly [string, string]): string[] {
  const isPlain = plainName.test(name) && !shellName.test(name)
  const pieces = `${name}=${value}`.match(longestPiece) ?? []
  return pieces.map((piece, index) => `${index < pieces.length - 1 ? '+' : isPlain ? '=' : '@'}${piece}`)
}

function restoreScript(count: number): string {
  return `unset PATH
__hermes_n=0 __hermes_whole=
while [ "$__hermes_n" -lt ${count} ]; do
  __hermes_n=$((__hermes_n + 1))
  eval "__hermes_piece=\\$${prefix}$__hermes_n; unset ${prefix}$__hermes_n"
  case $__hermes_piece in
    +*) __hermes_whole=$__hermes_whole\${__hermes_piece#+} ;;
    =*) export "$__hermes_whole\${__hermes_piece#=}"; __hermes_whole= ;;
    *) set -- "$__hermes_whole\${__hermes_piece#@}" "$@"; __hermes_whole= ;;
  esac
done
unset __hermes_n __hermes_whole __hermes_piece`
}
