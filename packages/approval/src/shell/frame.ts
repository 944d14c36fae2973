import { posix } from 'node:path'
import type { PathClasses } from '../places/paths.js'
import { type Data, isKnown, noData, UNKNOWN, unknownData, type Word } from '../words/data.js'
import type { Invocation, Problem, Redirect } from '../words/invocation.js'
import { resolvePath, type Scope } from './scope.js'
import type { ParseShell, Span, SyntaxNode, SyntaxTree } from './syntax-tree.js'

/** The parts of the interpreter call each other through this. Each returns what is written to the standard output. */
export interface Interpreter {
  statement(node: SyntaxNode, frame: Frame): Data
  /** Shell text that is not part of the tree at hand. */
  text(program: Data, frame: Frame): Data
  invocation(call: Call, frame: Frame): Data
  /** What the shell runs while it expands a text as a prompt or as arithmetic. */
  reevaluate(text: Data, frame: Frame): void
}

export interface Call {
  readonly argv: readonly Word[]
  readonly environment?: ReadonlyMap<string, Data>
  readonly redirects?: readonly Redirect[]
}

/** What one assessment collects while it follows a command. */
export interface Trace {
  readonly parse: ParseShell
  readonly run: Interpreter
  readonly paths: PathClasses
  readonly invocations: Invocation[]
  readonly problems: Set<Problem>
  /** Functions that were called. */
  readonly called: Set<string>
  /** Arguments that stand behind a redirection, by the command that they belong to. */
  readonly trailing: Map<SyntaxNode, readonly Span[]>
  /** Redirections that stand behind a list and belong to its last command: `a && b > file`. */
  readonly trailingRedirects: Map<SyntaxNode, readonly Redirect[]>
  /** Counts down; at zero the command is too complex to follow. */
  budget: number
}

/** Where in the command the interpreter is. */
export interface Frame {
  readonly trace: Trace
  readonly tree: SyntaxTree
  readonly scope: Scope
  readonly stdin: Data | undefined
  readonly elsewhere: boolean
  readonly bulk: boolean
  /** Inside a branch that may not be taken. */
  readonly conditional: boolean
  readonly depth: number
  /** The text was guessed to be a command: what cannot be understood of it is no problem. */
  readonly lenient: boolean
  /** Functions that are running: a recursive call is not followed. */
  readonly active: readonly string[]
}

const deepest = 24

/** Takes one step; `false` when the command is too deep or too long to follow. */
export function takeStep(frame: Frame): boolean {
  if (frame.trace.budget-- > 0 && frame.depth < deepest) return true
  frame.trace.problems.add('too-complex')
  return false
}

/** Whether the command proved too complex: then what is left of it is not followed, and that is reported. */
export function isExhausted(frame: Frame): boolean {
  if (frame.trace.budget > 0) return false
  frame.trace.problems.add('too-complex')
  return true
}

/** The absolute path that a word names, where it can be known. */
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

/** What a program reads from `< file`. */
export function readInput(target: Word, frame: Frame): Data {
  const content = readFile(target, frame)
  if (content) return content
  if (target.text === '/dev/null') return noData
  if (/^\/dev\/(?:tcp|udp)\//.test(target.text)) return { ...unknownData, origin: 'remote' }
  return { ...unknownData, origin: 'file', secret: holdsSecrets(target, frame) }
}
