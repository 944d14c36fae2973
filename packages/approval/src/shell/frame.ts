import { posix } from 'node:path'
import type { PathClasses } from '../places/paths.js'
import { type Data, isKnown, noData, UNKNOWN, unknownData, type Word } from '../words/data.js'
import type { Invocation, Problem, Redirect } from '../words/invocation.js'
import { resolvePath, type Scope } from './scope.js'
import type { ParseShell, Span, SyntaxNode, SyntaxTree } from './syntax-tree.js'

/** The parts of the interpreter, which call each other through this interface. Each returns the standard output. */
export interface Interpreter {
  statement(node: SyntaxNode, frame: Frame): Data
  /** Follows shell text outside the current syntax tree. */
  text(program: Data, frame: Frame): Data
  invocation(call: Call, frame: Frame): Data
  /** Follows what the shell executes when it expands text as a prompt or arithmetic. */
  reevaluate(text: Data, frame: Frame): void
}

export interface Call {
  readonly argv: readonly Word[]
  readonly environment?: ReadonlyMap<string, Data>
  readonly redirects?: readonly Redirect[]
}

/** The results that one assessment collects. */
export interface Trace {
  readonly parse: ParseShell
  readonly run: Interpreter
  readonly paths: PathClasses
  readonly invocations: Invocation[]
  readonly problems: Set<Problem>
  /** Invocations that run code written in the command itself or fed to them. */
  readonly inline: Set<Invocation>
  /** Functions that were called. */
  readonly called: Set<string>
  /** Arguments after a redirection, by their command. */
  readonly trailing: Map<SyntaxNode, readonly Span[]>
  /** Redirections after a list that belong to its last command: `a && b > file`. */
  readonly trailingRedirects: Map<SyntaxNode, readonly Redirect[]>
  /** The remaining steps. At zero, the command is too complex. */
  budget: number
}

/** The position of the interpreter in the command. */
export interface Frame {
  readonly trace: Trace
  readonly tree: SyntaxTree
  readonly scope: Scope
  readonly stdin: Data | undefined
  readonly elsewhere: boolean
  readonly bulk: boolean
  /** Whether the position is inside a branch that may not be taken. */
  readonly conditional: boolean
  readonly depth: number
  /** Whether the text may not be a command, so that parse errors are not reported. */
  readonly lenient: boolean
  /** Whether the position is within the arguments of a program that may run them. */
  readonly possible: boolean
  /** Functions on the call stack. Recursive calls are not followed. */
  readonly active: readonly string[]
}

const deepest = 24

/** Takes one step. Returns `false` when the command is too deep or too long. */
export function takeStep(frame: Frame): boolean {
  if (frame.trace.budget-- > 0 && frame.depth < deepest) return true
  frame.trace.problems.add('too-complex')
  return false
}

/** Returns true when the command is too complex. The rest is then not followed, which is reported. */
export function isExhausted(frame: Frame): boolean {
  if (frame.trace.budget > 0) return false
  frame.trace.problems.add('too-complex')
  return true
}

/** Returns the absolute path that a word names, if it can be known. */
export function pathOf(word: Word, cwd: string | undefined, home: string): string | undefined {
  const text = /^~(?=\/|$)/.test(word.text) ? `${home}${word.text.slice(1)}` : word.text
  return resolvePath(text, cwd)
}

export function readFile(word: Word, frame: Frame): Data | undefined {
  if (word.content) return word.content
  const path = isKnown(word) ? pathOf(word, frame.scope.cwd, frame.scope.home) : undefined
  return path === undefined ? undefined : frame.scope.files.get(path)
}

export function writeFile(word: Word, content: Data, frame: Frame, append: boolean): void {
  word.feed?.(content)
  const path = isKnown(word) ? pathOf(word, frame.scope.cwd, frame.scope.home) : undefined
  if (path === undefined || path.startsWith('/dev/')) return
  const before = append ? frame.scope.files.get(path) : undefined
  frame.scope.files.set(path, before ? { ...content, text: `${before.text}${content.text}` } : content)
}

export function holdsSecrets(word: Word, frame: Frame): boolean {
  const path = pathOf({ ...word, text: word.text.replace(/^[\w-]*[@=]/, '') }, frame.scope.cwd, frame.scope.home)
  return path !== undefined && frame.trace.paths.mayHoldSecrets(path)
}

export function programName(word: Word | undefined): string {
  return word ? posix.basename(word.text.replaceAll(UNKNOWN, '')) : ''
}

/** Returns what a program reads from `< file`. */
export function readInput(target: Word, frame: Frame): Data {
  const content = readFile(target, frame)
  if (content) return content
  if (target.text === '/dev/null') return noData
  if (/^\/dev\/(?:tcp|udp)\//.test(target.text)) return { ...unknownData, origin: 'remote' }
  return { ...unknownData, origin: 'file', secret: holdsSecrets(target, frame) }
}
