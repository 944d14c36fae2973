import { type Data, fromText, isKnown, noData, unknownData, type Word } from '../words/data.js'
import type { Invocation } from '../words/invocation.js'
import { findOption, optionValues, readArguments } from '../words/options.js'
import { resolvePath, type Scope, writeVariable } from './scope.js'
import { outputOf } from './static-output.js'

type Builtin = (invocation: Invocation, scope: Scope) => void

const cd: Builtin = ({ argv }, scope) => {
  const { operands } = readArguments(argv.slice(1))
  const [target] = operands
  if (argv.some((word) => word.text === '-')) scope.cwd = undefined
  else if (!target) scope.cwd = scope.home
  else scope.cwd = isKnown(target) ? resolvePath(target.text, scope.cwd) : undefined
}

const forget: Builtin = (_invocation, scope) => {
  scope.cwd = undefined
}

/** Handles `export "X=rm"`: assignments that the grammar parses as plain arguments. */
const declare: Builtin = ({ argv }, scope) => {
  for (const word of argv.slice(1)) {
    const match = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(word.text)
    if (!match?.[1]) continue
    if (argv[1]?.text === '-n') scope.references.set(match[1], match[2] ?? '')
    writeVariable(scope, match[1], [{ ...word, text: match[2] ?? '' }])
  }
}

const read: Builtin = ({ argv, stdin }, scope) => {
  const args = readArguments(argv.slice(1), { short: 'adinNptu' })
  const names = [...args.operands.map((word) => word.text), ...optionValues(args, 'a').map((word) => word.text)]
  const line = stdin && isKnown(stdin) ? { ...stdin, text: stdin.text.split('\n', 1)[0] ?? '' } : (stdin ?? unknownData)
  const fields = isKnown(line) ? line.text.trim().split(/\s+/) : []
  const targets = names.length > 0 ? names : ['REPLY']
  if (findOption(args, 'a')) {
    for (const name of targets)
      writeVariable(scope, name, isKnown(line) ? fields.map((text) => ({ ...line, text })) : [line])
    return
  }
  targets.forEach((name, index) => {
    const isLast = index === targets.length - 1
    const text = isLast ? fields.slice(index).join(' ') : (fields[index] ?? '')
    writeVariable(scope, name, [isKnown(line) ? { ...line, text } : line])
  })
}

const readLines: Builtin = ({ argv, stdin }, scope) => {
  const { operands } = readArguments(argv.slice(1), { short: 'dnOsuCc' })
  const name = operands[0]?.text ?? 'MAPFILE'
  const lines =
    stdin && isKnown(stdin) ? stdin.text.split('\n').map((text) => ({ ...stdin, text })) : [stdin ?? unknownData]
  writeVariable(scope, name, lines)
}

const printfInto: Builtin = (invocation, scope) => {
  const [, flag, name, ...rest] = invocation.argv
  if (flag?.text !== '-v' || !name) return
  const text = outputOf(
    { ...invocation, argv: [fromText('printf'), ...rest] },
    { readFile: () => undefined, holdsSecrets: () => false },
  )
  writeVariable(scope, name.text, [text])
}

const set: Builtin = ({ argv }, scope) => {
  const at = argv.findIndex((word) => word.text === '--')
  if (at > 0) scope.positional = argv.slice(at + 1)
  else if (argv[1] && !/^[-+]/.test(argv[1].text)) scope.positional = argv.slice(1)
}

const shift: Builtin = ({ argv }, scope) => {
  scope.positional = scope.positional.slice(Number(argv[1]?.text ?? 1) || 1)
}

const unset: Builtin = ({ argv }, scope) => {
  for (const word of argv.slice(1)) {
    scope.variables.set(word.text, [noData])
    scope.functions.delete(word.text)
  }
}

const alias: Builtin = ({ argv }, scope) => {
  for (const word of argv.slice(1)) {
    const match = /^([^=]+)=([\s\S]*)$/.exec(word.text)
    if (match?.[1]) scope.aliases.set(match[1], match[2] ?? '')
  }
}

/** Handles `hash -p /bin/rm ls`: from now on, `ls` starts another program. */
const hash: Builtin = ({ argv }, scope) => {
  const [, flag, path, name] = argv
  if (flag?.text === '-p' && path && name) scope.aliases.set(name.text, path.text)
}

const unalias: Builtin = (_invocation, scope) => {
  scope.aliases.clear()
}

const builtins: ReadonlyMap<string, Builtin> = new Map(
  Object.entries<Builtin>({
    cd,
    pushd: cd,
    popd: forget,
    export: declare,
    declare,
    typeset: declare,
    local: declare,
    readonly: declare,
    read,
    mapfile: readLines,
    readarray: readLines,
    printf: printfInto,
    set,
    shift,
    unset,
    alias,
    hash,
    unalias,
  }),
)

/** Applies the effect of a builtin on the following commands. */
export function applyBuiltin(invocation: Invocation, scope: Scope): void {
  builtins.get(invocation.name)?.(invocation, scope)
}

/** Returns files whose content is determined by the command: targets of copies and downloads. */
export function contentWritten(
  invocation: Invocation,
  read: (word: Word) => Data | undefined,
): readonly { readonly target: Word; readonly content: Data }[] {
  const { argv, name, stdin } = invocation
  const remote: Data = { ...unknownData, origin: 'remote' }
  if (name === 'curl')
    return downloads(argv, ['o', 'output'], findOption(readArguments(argv.slice(1)), 'O', 'remote-name'), remote)
  if (name === 'aria2c') return downloads(argv, ['o', 'out'], { name: 'o', isLong: false }, remote)
  if (name === 'wget') return downloads(argv, ['O', 'output-document'], { name: 'O', isLong: false }, remote)
  if (name === 'tee')
    return readArguments(argv.slice(1)).operands.map((target) => ({ target, content: stdin ?? unknownData }))
  if (name === 'cp' || name === 'mv' || name === 'install' || name === 'ln') {
    const { operands } = readArguments(argv.slice(1), { short: 'mogtS' })
    const [source, target] = operands
    const content = source && read(source)
    return content && target && operands.length === 2 ? [{ target, content }] : []
  }
  return []
}

function downloads(argv: readonly Word[], names: readonly string[], byName: object | undefined, content: Data) {
  const args = readArguments(argv.slice(1), {
    short: `${names[0]}HXdFuAebTmPtUc`,
    long: [...names, 'header', 'request', 'data', 'user', 'user-agent', 'max-time', 'retry', 'directory-prefix'],
  })
  const targets = optionValues(args, ...names)
  if (targets.length > 0) return targets.map((target) => ({ target, content }))
  if (!byName) return []
  return args.operands.flatMap((url) => {
    const name = /^[a-z]+:\/\/[^/?#]+\/(?:[^?#]*\/)?([^/?#]+)|^[^/?#]+\/(?:[^?#]*\/)?([^/?#]+)/i.exec(url.text)
    const file = name?.[1] ?? name?.[2]
    return file ? [{ target: fromText(file), content }] : []
  })
}
