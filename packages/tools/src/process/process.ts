import {
  type AssessCall,
  alwaysRuns,
  defineTool,
  HermesError,
  type JsonObject,
  type Tool,
  type ToolContext,
  type ToolOutput,
} from '@hermes/core'
import { untilAborted } from '@hermes/safety'
import * as z from 'zod'
import { boundText } from '../shared/bound-output.js'
import { exitHint } from '../shell/exit-hint.js'
import { passwordHint } from '../shell/password-prompt.js'
import { type Limits, type TerminalLimits, withDefaults } from '../shell/terminal-limits.js'
import { type BackgroundProcess, toState } from './background-process.js'
import type { ProcessTable } from './process-table.js'
import { processIdentity } from './tool-identity.js'

export interface ProcessToolOptions {
  readonly processes: ProcessTable
  readonly limits?: TerminalLimits
  /** Assesses input to a process for an approval gate. Default: no assessment, so the gate asks. */
  readonly assessInput?: AssessCall
}

const actions = ['list', 'poll', 'log', 'wait', 'kill', 'write', 'submit', 'close'] as const
const pageLines = 200

const parameters = z.object({
  action: z
    .enum(actions)
    .describe('poll: status and new output. write: data to its input. submit: data and Enter. close: end its input.'),
  session_id: z.string().optional().describe('For all but list.'),
  data: z.string().optional(),
  timeout: z.number().positive().optional().describe('wait: at most these seconds.'),
  offset: z.int().min(0).optional().describe('log: first line, from 0. Default: the last.'),
  limit: z.int().min(1).max(2_000).optional().describe(`log: lines. Default ${pageLines}.`),
})

type Arguments = z.output<typeof parameters>

function isInput({ action }: JsonObject): boolean {
  return action === 'write' || action === 'submit'
}

const mayDoAnything: AssessCall = async () => ({ verdict: 'ask', reasons: ['It is typed into a process that runs.'] })

/** Creates the `process` tool, which manages the background processes of a session. */
export function processTool({ processes, limits: given, assessInput = mayDoAnything }: ProcessToolOptions): Tool {
  const limits = withDefaults(given)
  return defineTool({
    ...processIdentity,
    description: 'Background processes of terminal: inspect them, wait for their end, write to them, kill them.',
    effect: 'once',
    kind: 'execute',
    concurrency: 'never',
    changesFiles: isInput,
    assess: (args, context) => (isInput(args) ? assessInput : alwaysRuns)(args, context),
    mayRepeat: true,
    summarize: ({ action, session_id: id }) => [action, id].filter((part) => typeof part === 'string').join(' '),
    parameters,
    async run(args, context) {
      if (args.action === 'list') return JSON.stringify({ processes: processes.of(context.sessionId).map(toEntry) })
      return act(choose(processes, args, context), args, { processes, limits, signal: context.signal })
    },
  })
}

interface Scope {
  readonly processes: ProcessTable
  readonly limits: Limits
  readonly signal: AbortSignal
}

async function act(process: BackgroundProcess, args: Arguments, scope: Scope): Promise<ToolOutput> {
  const { processes, signal } = scope
  switch (args.action) {
    case 'log':
      return log(process, args, scope)
    case 'wait':
      await waitFor(process, args.timeout, scope)
      return status(process, scope)
    case 'kill':
      await untilAborted(processes.kill(process), signal)
      return status(process, scope)
    case 'write':
      return tell(process, args.data ?? '', scope)
    case 'submit':
      // A terminal sends a carriage return for Enter.
      return tell(process, `${args.data ?? ''}${process.hasTerminal ? '\r' : '\n'}`, scope)
    case 'close':
      process.live.endInput?.()
      await processes.untilQuiet(process, signal)
      return status(process, scope)
    default:
      return status(process, scope)
  }
}

/** Finds the process among those of the session. @throws {HermesError} `process/unknown`. */
function choose(processes: ProcessTable, args: Arguments, { sessionId }: ToolContext): BackgroundProcess {
  const own = processes.of(sessionId)
  const found = own.find(({ id }) => id === args.session_id)
  if (found) return found
  const known = own.length > 0 ? `Known are ${own.map(({ id }) => id).join(', ')}.` : 'There is none.'
  throw new HermesError('process/unknown', `There is no process "${args.session_id ?? ''}" of this session. ${known}`)
}

function toEntry(process: BackgroundProcess): JsonObject {
  const { id, shownCommand } = process
  return { session_id: id, command: shownCommand, ...toState(process) }
}

/** Returns the state and the output since the last call. An end that the model reads here is not reported again. */
function status(process: BackgroundProcess, { processes, limits }: Scope): string {
  const { text, missed } = processes.read(process)
  if (process.end) processes.markReported(process)
  const code = process.end?.exit.code
  const meaning = code === undefined ? undefined : meaningOf(process, code)
  const hint = code === 0 ? undefined : passwordHint(text)
  return JSON.stringify({
    session_id: process.id,
    ...toState(process),
    ...(meaning && { exit_code_meaning: meaning }),
    output: boundText(text, limits.outputCharacters),
    ...(missed > 0 && { note: `${missed.toLocaleString('en-US')} characters before that are gone.` }),
    ...(hint && { hint }),
  })
}

function meaningOf({ command, wasKilled }: BackgroundProcess, code: number): string | undefined {
  return wasKilled ? 'It was ended on request.' : exitHint(command, code)
}

function log(process: BackgroundProcess, { offset, limit = pageLines }: Arguments, { limits }: Scope): string {
  const { id, live } = process
  live.settle()
  const { text, first, count } = live.log.page(offset, limit)
  const last = live.peek()
  const isAtEnd = first + count >= live.log.lines()
  const shown = isAtEnd && last !== '' ? `${text}\n${last}` : text
  return JSON.stringify({
    session_id: id,
    ...toState(process),
    first_line: first,
    lines: count,
    total_lines: live.log.lines(),
    output: boundText(shown, limits.outputCharacters),
  })
}

async function waitFor({ live }: BackgroundProcess, seconds: number | undefined, { limits, signal }: Scope) {
  const limitMs = Math.min(seconds === undefined ? limits.timeoutMs : seconds * 1_000, limits.maxTimeoutMs)
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, limitMs)
  await untilAborted(Promise.race([live.ended, late.promise]), signal).finally(() => clearTimeout(timer))
}

async function tell(process: BackgroundProcess, data: string, scope: Scope): Promise<string> {
  await untilAborted(scope.processes.write(process, data), scope.signal)
  await scope.processes.untilQuiet(process, scope.signal)
  return status(process, scope)
}
