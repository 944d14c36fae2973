import { posix } from 'node:path'
import { type Data, fromText, unknownData } from '../words/data.js'
import type { SyntaxNode, SyntaxTree } from './syntax-tree.js'

export interface ShellFunction {
  readonly tree: SyntaxTree
  readonly body: SyntaxNode
}

/** The state of the shell at one point of the command. */
export interface Scope {
  readonly home: string
  /** The working directory, or `undefined` when it is unknown. */
  cwd: string | undefined
  readonly variables: Map<string, readonly Data[]>
  readonly functions: Map<string, ShellFunction>
  /** Other values that a variable has if a branch was not taken. */
  readonly alternatives: Map<string, readonly Data[]>
  readonly aliases: Map<string, string>
  /** Names that refer to another name: `declare -n`. */
  readonly references: Map<string, string>
  /** Content that the command itself wrote to files, by absolute path. Shared with subshells. */
  readonly files: Map<string, Data>
  /** The value of `$0`. */
  name: Data
  positional: readonly Data[]
}

const longestValue = 20_000

export function createScope(home: string, workingDirectory: string): Scope {
  return {
    home,
    cwd: workingDirectory,
    variables: new Map(Object.entries(wellKnownVariables(home)).map(([name, text]) => [name, [fromText(text)]])),
    functions: new Map(),
    alternatives: new Map(),
    aliases: new Map(),
    references: new Map(),
    files: new Map(),
    name: fromText('bash'),
    positional: [],
  }
}

/** Creates the scope of a subshell, which keeps all changes except for those of files. */
export function createSubshell(scope: Scope): Scope {
  return {
    ...scope,
    variables: new Map(scope.variables),
    functions: new Map(scope.functions),
    alternatives: new Map(scope.alternatives),
    aliases: new Map(scope.aliases),
    references: new Map(scope.references),
  }
}

/**
 * Returns the value of a variable, a positional parameter or a special one. `undefined`: not set as far as is known.
 */
export function readVariable(scope: Scope, name: string): readonly Data[] | undefined {
  if (name === '@' || name === '*') return scope.positional
  if (name === '0') return [scope.name]
  if (name === '#') return [fromText(String(scope.positional.length))]
  if (/^\d+$/.test(name)) {
    const value = scope.positional[Number(name) - 1]
    return value ? [value] : []
  }
  if (name === 'PWD') return [scope.cwd === undefined ? unknownData : fromText(scope.cwd)]
  if (/^[?$!_-]$/.test(name)) return [unknownData]
  return scope.variables.get(scope.references.get(name) ?? name)
}

export function writeVariable(scope: Scope, name: string, values: readonly Data[]): void {
  const total = values.reduce((length, value) => length + value.text.length, 0)
  scope.variables.set(name, total > longestValue ? [unknownData] : values)
}

/** Returns an absolute path without `.`, `..` and doubled slashes, if the folder is known. */
export function resolvePath(path: string, cwd: string | undefined): string | undefined {
  if (!path.startsWith('/') && cwd === undefined) return undefined
  const resolved = posix.resolve(cwd ?? '/', path)
  const throughProcess = /^\/proc\/(?:self|thread-self|\d+)\/(root|cwd)(\/.*)?$/.exec(resolved)
  if (!throughProcess) return resolved
  const base = throughProcess[1] === 'root' ? '/' : (cwd ?? '/')
  return posix.resolve(base, `.${throughProcess[2] ?? ''}`)
}

function wellKnownVariables(home: string): Record<string, string> {
  return {
    HOME: home,
    USER: posix.basename(home),
    LOGNAME: posix.basename(home),
    SHELL: '/bin/bash',
    // Kept as is, because the rules know that process.
    PPID: '$PPID',
    BASH: '/bin/bash',
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    IFS: ' \t\n',
    TMPDIR: '/tmp',
    EDITOR: 'editor',
    VISUAL: 'editor',
    PAGER: 'pager',
    BROWSER: 'browser',
    PYTHON: 'python3',
    NODE: 'node',
    CC: 'cc',
    CXX: 'c++',
    MAKE: 'make',
  }
}
