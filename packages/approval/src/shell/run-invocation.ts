import { posix } from 'node:path'
import { shellQuote } from '@hermes/safety'
import { inspectProgram } from '../programs/inspect-program.js'
import { isCodeInterpreter } from '../unwrap/interpreters.js'
import { possibleCommands } from '../unwrap/possible-commands.js'
import { familyOf, hasUnwrap, unwrap } from '../unwrap/unwrap.js'
import { contents, type Data, fromText, isKnown, join, noData, unknownData, type Word } from '../words/data.js'
import { type Inner, type Invocation, irreparable, type Problem } from '../words/invocation.js'
import { applyBuiltin, contentWritten } from './builtins.js'
import { type Call, type Frame, holdsSecrets, pathOf, programName, readFile, takeStep, writeFile } from './frame.js'
import { createSubshell } from './scope.js'
import { outputOf } from './static-output.js'

/** Maximum number of steps for what may not run at all, so that long lists of arguments stay cheap. */
const possibleSteps = 1_000

const nothing: ReadonlyMap<string, Data> = new Map()

/** Follows one simple command: functions and aliases, the program itself, and the programs that it runs. */
export function runInvocation(call: Call, frame: Frame): Data {
  const invocation = toInvocation(call, frame)
  const [program] = invocation.argv
  if (program && call.argv.length > 0) {
    const called = runFunction(program, invocation, frame) ?? runAlias(program, invocation, frame)
    if (called) return called
  }
  record(invocation, frame)
  applyBuiltin(invocation, frame.scope)
  const inner = unwrap(invocation, {
    readFile: (word) => readFile(word, frame),
    report: (problem) => frame.trace.problems.add(problem),
  })
  if (inner.some((part) => isInlineCode(part, invocation))) frame.trace.inline.add(invocation)
  const outputs = inner.map((part) => runInner(part, invocation, frame))
  if (inner.length === 0) runHandedOn(invocation, frame)
  runFile(invocation, frame)
  for (const { target, content } of contentWritten(invocation, (word) => readFile(word, frame))) {
    writeFile(target, content, frame, false)
  }
  return toOutput(invocation, inner, outputs, frame)
}

/**
 * Whether the code was written in the command. The text of `sh -c` is followed like the command itself, but what a
 * shell is fed may come from anywhere.
 */
function isInlineCode(inner: Inner, { name, stdin }: Invocation): boolean {
  if (inner.kind === 'program') return isCodeInterpreter(familyOf(name))
  return inner.kind === 'shell' && stdin !== undefined && inner.program === stdin
}

function toInvocation({ argv, environment = nothing, redirects = [] }: Call, frame: Frame): Invocation {
  const words = argv[0] && (argv[0].text === '{' || argv[0].text === '}' || argv[0].text === '!') ? argv.slice(1) : argv
  return {
    argv: words,
    name: programName(words[0]),
    environment,
    redirects,
    stdin: frame.stdin,
    cwd: frame.scope.cwd,
    elsewhere: frame.elsewhere,
    bulk: frame.bulk,
    possible: frame.possible,
  }
}

function record(invocation: Invocation, frame: Frame): void {
  const [program] = invocation.argv
  frame.trace.invocations.push(invocation)
  if (!program) return
  // The program's name is known even if its folder is not: `$(npm bin)/eslint`.
  if (!isKnown(program) && (!program.text.includes('/') || !isKnown(fromText(program.text.replace(/^.*\//, ''))))) {
    report(frame)
  }
  if (program.glob && program.text.startsWith('/')) frame.trace.problems.add('unknown-program')
  else if (program.glob) report(frame)
  if (invocation.argv.some((word) => /^\w+\[[^\]]*(?:\$\(|`)/.test(word.text))) {
    for (const word of invocation.argv) frame.trace.run.reevaluate(word, frame)
  }
}

function report(frame: Frame): void {
  if (!frame.lenient) frame.trace.problems.add('unknown-program')
}

function runFunction(program: Word, invocation: Invocation, frame: Frame): Data | undefined {
  const definition = frame.scope.functions.get(program.text)
  if (!definition || frame.active.includes(program.text)) return undefined
  frame.trace.called.add(program.text)
  const before = frame.scope.positional
  frame.scope.positional = invocation.argv.slice(1)
  const inner = { ...frame, tree: definition.tree, depth: frame.depth + 1, active: [...frame.active, program.text] }
  const output = takeStep(inner) ? frame.trace.run.statement(definition.body, inner) : unknownData
  frame.scope.positional = before
  return output
}

function runAlias(program: Word, invocation: Invocation, frame: Frame): Data | undefined {
  const text = frame.scope.aliases.get(program.text)
  if (text === undefined || frame.active.includes(program.text)) return undefined
  const rest = invocation.argv.slice(1).map((word) => ({ ...word, text: shellQuote(word.text) }))
  return frame.trace.run.text(join([fromText(text), ...rest], ' '), {
    ...frame,
    active: [...frame.active, program.text],
  })
}

function runInner(inner: Inner, outer: Invocation, frame: Frame): Data {
  const next: Frame = {
    ...frame,
    depth: frame.depth + 1,
    elsewhere: outer.elsewhere || ('elsewhere' in inner && inner.elsewhere === true),
    bulk: outer.bulk || ('bulk' in inner && inner.bulk === true),
    stdin: 'stdin' in inner ? inner.stdin : outer.stdin,
    possible: frame.possible || ('possible' in inner && inner.possible === true),
  }
  if (inner.kind === 'program') return runProgram(inner, outer, next)
  if (inner.kind === 'shell') return runShell(inner, next)
  if (!takeStep(next)) return unknownData
  const environment = inner.environment ?? nothing
  return runInvocation({ ...inner, environment: environment.size > 0 ? environment : outer.environment }, next)
}

/**
 * Follows the arguments that a program may run. Nothing that is only possible may affect how the rest of the command is
 * interpreted.
 */
function runHandedOn(invocation: Invocation, frame: Frame): void {
  if (frame.possible) return
  const found = possibleCommands(invocation, ({ text }) => hasUnwrap(posix.basename(text)))
  if (found.length === 0) return
  const { trace, scope } = frame
  const problems = new Set<Problem>()
  const inner = { ...trace, problems, inline: new Set<Invocation>(), budget: Math.min(trace.budget, possibleSteps) }
  for (const part of found) {
    const own = { ...createSubshell(scope), files: new Map(scope.files) }
    runInner(part, invocation, { ...frame, trace: inner, scope: own, lenient: true, possible: true })
  }
  for (const problem of problems) if (irreparable.has(problem)) trace.problems.add(problem)
}

function runShell(inner: Inner & { kind: 'shell' }, frame: Frame): Data {
  if (inner.sameShell) return frame.trace.run.text(inner.program, frame)
  const scope = createSubshell(frame.scope)
  const [name, ...positional] = inner.arguments ?? []
  scope.name = name ?? scope.name
  scope.positional = positional
  const output = frame.trace.run.text(inner.program, { ...frame, scope })
  return inner.program === frame.stdin ? { ...output, shellOutput: true } : output
}

function runProgram(inner: Inner & { kind: 'program' }, outer: Invocation, frame: Frame): Data {
  const inspection = inspectProgram(inner.language, inner.program)
  for (const problem of inspection.problems) frame.trace.problems.add(problem)
  if (inspection.texts?.some((text) => namesAgentState(text, frame))) frame.trace.problems.add('agent-state')
  // A decoder is harmless by itself. Its output is assessed where it is run.
  const stdin = outer.stdin?.processes ? { ...unknownData, processes: true } : undefined
  for (const part of inspection.inner) runInner(part, { ...outer, stdin }, { ...frame, lenient: true })
  const { secret = false } = outer.stdin ?? {}
  return { ...unknownData, origin: 'generated', secret, ...(outer.stdin ? contents(outer.stdin) : {}) }
}

/** Whether the arguments name agent state, which the program may then change in any way. */
function namesAgentState(text: string, { trace: { paths }, scope }: Frame): boolean {
  if (text.length > 1_000 || !paths.mayNameAgentState(text)) return false
  if (/(?:^|\/)\.hermes(?:\/|$)|^HERMES_(?:HOME|(?=\w*YOLO)\w*)$/.test(text)) return true
  const path = pathOf(fromText(text), scope.cwd, scope.home)
  return path !== undefined && /[/~]/.test(text) && paths.isAgentState(path)
}

/** Follows `./setup.sh` when the command itself created that file. */
function runFile(invocation: Invocation, frame: Frame): void {
  const [program, ...rest] = invocation.argv
  if (!program?.text.includes('/')) return
  const content = readFile(program, frame)
  if (!content) return
  const scope = createSubshell(frame.scope)
  scope.name = program
  scope.positional = rest
  const interpreter = /^#!\s*(?:\/usr\/bin\/env\s+(?:-S\s+)?)?(?:\S*\/)?([\w.]+)/.exec(content.text)?.[1]
  if (interpreter && !/sh$/.test(interpreter)) {
    runInvocation({ argv: [fromText(interpreter)] }, { ...frame, scope, stdin: content, depth: frame.depth + 1 })
  } else frame.trace.run.text(content, { ...frame, scope })
}

function toOutput(invocation: Invocation, inner: readonly Inner[], outputs: readonly Data[], frame: Frame): Data {
  const isTransparent =
    inner.length > 0 &&
    inner.every((part) => part.kind !== 'program') &&
    !['find', 'xargs', 'ssh'].includes(invocation.name)
  const output = isTransparent
    ? join(outputs)
    : outputOf(invocation, {
        readFile: (word) => readFile(word, frame),
        holdsSecrets: (word) => holdsSecrets(word, frame),
      })
  return invocation.argv.length === 0 ? noData : output
}
