import { createPathClasses, type PathClasses } from './paths.js'
import { fromText, unknownData } from './shell/data.js'
import type { Frame, Trace } from './shell/frame.js'
import type { Invocation, Problem } from './shell/invocation.js'
import { runInvocation } from './shell/run-invocation.js'
import { runStatement } from './shell/run-statement.js'
import { reevaluate, runText } from './shell/run-text.js'
import { createScope } from './shell/scope.js'
import type { ParseShell } from './shell/syntax-tree.js'

export interface ParseContext {
  /** Absolute path of the folder that the command runs in. */
  readonly workingDirectory: string
  /** Absolute path of the user's home. */
  readonly home: string
}

/** What a command comes down to. */
export interface ParsedCommand {
  /** Every program that may be started, wrappers and what is inside them alike. */
  readonly invocations: readonly Invocation[]
  readonly problems: ReadonlySet<Problem>
  readonly paths: PathClasses
}

const mostSteps = 4_000

/** Follows a command without running it: quotes, expansions, variables, pipes, wrappers, programs in other languages. */
export function parseCommand(command: string, context: ParseContext, parse: ParseShell): ParsedCommand {
  const paths = createPathClasses(context.home)
  const trace: Trace = {
    parse,
    paths,
    run: { statement: runStatement, text: runText, invocation: runInvocation, reevaluate },
    invocations: [],
    problems: new Set(),
    called: new Set(),
    trailing: new Map(),
    budget: mostSteps,
  }
  const frame: Frame = {
    trace,
    tree: {
      source: '',
      root: { type: 'program', start: 0, end: 0, field: null, children: [] },
      hasError: false,
      expansions: new Map(),
    },
    scope: createScope(context.home, context.workingDirectory),
    stdin: undefined,
    elsewhere: false,
    bulk: false,
    conditional: false,
    lenient: false,
    depth: 0,
    active: [],
  }
  runText(fromText(command), frame)
  runUncalledFunctions(frame)
  return { invocations: trace.invocations, problems: trace.problems, paths }
}

/** A function may be called later, by a trap or by the next command; what it would be given is not known. */
function runUncalledFunctions(frame: Frame): void {
  const { problems, called } = frame.trace
  for (const [name, { tree, body }] of frame.scope.functions) {
    if (called.has(name)) continue
    const before = problems.has('unknown-program')
    const scope = { ...frame.scope, positional: [unknownData] }
    runStatement(body, { ...frame, tree, scope, depth: 1, active: [name] })
    if (!before) problems.delete('unknown-program')
  }
}
