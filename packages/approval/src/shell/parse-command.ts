import type { AssessContext } from '@hermes/core'
import type { PathClasses } from '../places/paths.js'
import { fromText, unknownData } from '../words/data.js'
import type { Invocation, Problem } from '../words/invocation.js'
import type { Frame, Trace } from './frame.js'
import { runInvocation } from './run-invocation.js'
import { runStatement } from './run-statement.js'
import { reevaluate, runText } from './run-text.js'
import { createScope } from './scope.js'
import type { ParseShell } from './syntax-tree.js'

export interface ParseServices {
  readonly parse: ParseShell
  readonly pathsOf: (context: AssessContext) => PathClasses
}

/** The result of following a command. */
export interface ParsedCommand {
  /** Every program that may be started, both wrappers and the programs inside. */
  readonly invocations: readonly Invocation[]
  readonly problems: ReadonlySet<Problem>
  /** Invocations that run code written in the command itself or fed to them: `python -c`, `sh` with a here-document. */
  readonly inline: ReadonlySet<Invocation>
  readonly paths: PathClasses
}

const mostSteps = 4_000

/**
 * Follows a command without running it: quotes, expansions, variables, pipes, wrappers, programs in other languages.
 */
export function parseCommand(command: string, context: AssessContext, services: ParseServices): ParsedCommand {
  return follow(context, services, (frame) => {
    runText(fromText(command), frame)
    runUncalledFunctions(frame)
  })
}

export interface ProgramSource {
  readonly program: string
  /** The command that starts its interpreter: `python3`. */
  readonly interpreter: string
}

/** Follows the text of a program as if its interpreter read it. */
export function parseProgram(source: ProgramSource, context: AssessContext, services: ParseServices): ParsedCommand {
  const { program, interpreter } = source
  return follow(context, services, (frame) => {
    runInvocation({ argv: [fromText(interpreter)] }, { ...frame, stdin: fromText(program) })
  })
}

function follow(
  context: AssessContext,
  { parse, pathsOf }: ParseServices,
  start: (frame: Frame) => void,
): ParsedCommand {
  const paths = pathsOf(context)
  const trace: Trace = {
    parse,
    paths,
    run: { statement: runStatement, text: runText, invocation: runInvocation, reevaluate },
    invocations: [],
    problems: new Set(),
    inline: new Set(),
    called: new Set(),
    trailing: new Map(),
    trailingRedirects: new Map(),
    budget: mostSteps,
  }
  start({
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
    possible: false,
    depth: 0,
    active: [],
  })
  return { invocations: trace.invocations, problems: trace.problems, inline: trace.inline, paths }
}

/** Follows functions that were not called. A trap or the next command may call them later with unknown arguments. */
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
