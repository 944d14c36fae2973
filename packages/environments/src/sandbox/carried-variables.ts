/** Fixed search path of the programs outside of the sandbox. */
const searchPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** Prefix of the numbered parts. */
const prefix = 'HERMES_CARRIED_'

/** Longest part of a variable. Linux limits a variable to 128 KiB, and a character takes up to four bytes. */
const longestPiece = /.{1,30000}/gsu

/** Names that a shell can export. */
const plainName = /^[A-Za-z_]\w*$/

/** Names that are special to a shell, which would reject or misinterpret them. */
const shellName =
  /^(?:_|IFS|OPT.*|PPID|E?[UG]ID|USERNAME|LINENO|S?RANDOM|SECONDS|EPOCH.*|GROUPS|FUNCNAME|DIRSTACK|HISTCMD|SHELLOPTS|BASH.*|KSH.*|COMP_.*|TMOUT|POSIXLY_CORRECT|__hermes_.*)$/

/** Passes variables into the sandbox as data, so that programs outside do not interpret them. */
export interface CarriedVariables {
  /** Variables for the programs outside: a constant search path, the `open` variables, and numbered parts without meaning. */
  readonly outside: Readonly<Record<string, string>>
  /**
   * Script for `/bin/sh` inside that restores the variables. Those that a shell cannot export become its first
   * arguments, in the format of `env`.
   */
  readonly restoreScript: string
}

/** Encodes variables. `open` contains the names of variables that the programs outside keep unchanged. */
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

/**
 * Splits a variable into parts. `+` starts a part that is followed by another, `=` the last part of a variable, and `@`
 * the last part of a variable for `env`.
 */
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
