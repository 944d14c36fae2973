import { join } from 'node:path'
import {
  type AgentEvent,
  ConfigError,
  type ContentOrigin,
  describeError,
  type RunResult,
  type SessionSeed,
  type SessionStore,
  TransportError,
} from '@hermes/core'
import { generateSessionId } from '@hermes/core/sessions'
import { withDefaultServices } from '@hermes/core/wiring'
import {
  type Firing,
  type Job,
  type JobBook,
  latestResult,
  type RunEvent,
  type RunJob,
  type RunJobOptions,
  type RunOutcome,
  sourceResultOf,
  timesOf,
} from '@hermes/scheduler'
import type { Runtime } from '../runtime.js'
import type { RuntimeHost } from '../runtime-host.js'
import { toMs } from '../schema/to-ms.js'
import { zoneOf } from '../services/zone-of.js'
import { assemblePrompt } from './assemble-prompt.js'
import { choiceOf } from './choice-of.js'
import { inheritOrigins, originsOf } from './inherit-origins.js'
import { noFolder } from './missing-folder.js'
import { payerNote } from './payer-note.js'
import { instructions, isSilent, saysNoWake } from './run-answers.js'
import { runScript } from './run-script.js'

/** The source that is stored with each session of a job. */
const source = 'cron'
const stopped = 'The program was stopped during the run.'

export interface JobRunnerOptions {
  readonly host: RuntimeHost
  readonly book: JobBook
  /** The working folder of jobs that name none. */
  readonly workingDirectory: string
  /** Interrupts the runs when aborted. */
  readonly interrupted: AbortSignal
}

/** Creates a runner that runs each job on a separate surface, where no person can be asked. */
export function createJobRunner({ host, book, workingDirectory, interrupted }: JobRunnerOptions): RunJob {
  async function run(firing: Firing, options: RunJobOptions): Promise<RunOutcome> {
    const { event, job } = firing
    const { task } = job
    const opened = await openFor(job, host, workingDirectory)
    if ('status' in opened) return opened
    await using runtime = opened
    const script =
      task.script === undefined ? undefined : await outputOf(runtime, task.script, { signal: options.signal, event })
    if (script && saysNoWake(script.output)) return { status: 'completed', text: script.output, isSilent: true }
    if (task.prompt === undefined) {
      return { status: 'completed', text: script?.output.trim() ?? '', isSilent: script?.output.trim() === '' }
    }
    const context = await contextOf(book, { sources: task.contextFrom ?? [], zone: zoneOf(host.config.cron) })
    if (context.length > 0) await options.noteSources(context.map(({ source }) => source))
    const parts = { prompt: task.prompt, context, event, ...(script && { script }) }
    const { content, read } = await assemblePrompt(parts, host.logger)
    const sessionId = await openConversation(host.store, firing, { context, read })
    return await ask(runtime, firing, { content, sessionId }, options)
  }

  return async (firing, { signal, ...noting }) => {
    try {
      const outcome = await run(firing, { ...noting, signal: AbortSignal.any([signal, interrupted]) })
      if (outcome.status !== 'failed' || !interrupted.aborted) return outcome
      const { sessionId } = outcome
      return { status: 'cut-off', reason: stopped, ...(sessionId !== undefined && { sessionId }) }
    } catch (error) {
      if (interrupted.aborted) return { status: 'cut-off', reason: stopped }
      throw error
    }
  }
}

/**
 * Opens the surface of a run. A run whose model cannot answer ends before its script, which may change things that the agent was meant to work on.
 */
async function openFor(
  { task, userId }: Job,
  host: RuntimeHost,
  workingDirectory: string,
): Promise<Runtime | RunOutcome> {
  const { model, provider, ...others } = choiceOf(task, host.config.cron)
  const pinned = { ...(model !== undefined && { model }), ...(provider !== undefined && { provider }) }
  let runtime: Runtime | undefined
  try {
    runtime = await host.open({
      // Another person's job reads no more than that person does in a chat. Nobody sees an answer before it is complete.
      surface: { source, servesStrangers: userId !== undefined, canRestart: true },
      workingDirectory: task.workingDirectory ?? workingDirectory,
      ...(provider !== undefined && { model: pinned }),
    })
    if (task.prompt !== undefined) await runtime.agentFor({ ...pinned, ...others })
    return runtime
  } catch (error) {
    await runtime?.[Symbol.asyncDispose]()
    if (!ConfigError.is(error)) throw error
    const folder = error.path === 'terminal.cwd' ? task.workingDirectory : undefined
    const why = folder === undefined ? error.message : noFolder(folder)
    return { status: 'failed', reason: `blocked_config: ${why}` }
  }
}

async function outputOf(
  { paths, environment, config }: Runtime,
  name: string,
  { signal, event }: { readonly signal: AbortSignal; readonly event: RunEvent | undefined },
) {
  const timeoutMs = toMs(config.cron.script_timeout_seconds)
  const input = event && { input: event.text }
  const output = await runScript({
    folder: join(paths.home, 'scripts'),
    name,
    environment,
    timeoutMs,
    signal,
    ...input,
  })
  return { name, output }
}

interface Chain {
  /** The jobs before. */
  readonly sources: readonly string[]
  /** Of schedules that name none. */
  readonly zone: string
}

function contextOf(book: JobBook, { sources, zone }: Chain) {
  return Promise.all(
    sources.map(async (id) => {
      const [job, runs] = await Promise.all([book.get(id), book.runs(id)])
      const { text, sessionId } = latestResult(runs) ?? {}
      return { source: sourceResultOf(job, runs), time: timesOf(job, zone), text, sessionId }
    }),
  )
}

/** Assigns a run to the person whose job it is, so that it has their memory, their sessions, and the chats that they may write to. */
function seedOf({ userId }: Job): Pick<SessionSeed, 'userId'> & { readonly source: string } {
  return { source, ...(userId !== undefined && { userId }) }
}

interface Brought {
  readonly context: readonly { readonly sessionId: string | undefined }[]
  /** The origins of content that counts as read together with the prompt. */
  readonly read: readonly ContentOrigin[]
}

/** Opens the conversation of the run. A new one is only created here if there is something to note: what counts as read, or who pays. */
async function openConversation(
  store: SessionStore,
  { job }: Firing,
  { context, read: found }: Brought,
): Promise<string | undefined> {
  const kept = job.task.conversation === 'same' ? job.sessionId : undefined
  const inherited = (await Promise.all(context.map(({ sessionId }) => originsOf(store, sessionId)))).flat()
  const read = [...inherited, ...found]
  if (read.length === 0 && (kept !== undefined || job.payer === undefined)) return kept
  const id = kept ?? generateSessionId(withDefaultServices())
  if (kept === undefined) {
    const notes = job.payer === undefined ? {} : payerNote.with({}, job.payer)
    await store.sessions.create({ id, ...seedOf(job), notes, startedAtMs: Date.now() })
  }
  await inheritOrigins(store, id, read)
  return id
}

async function ask(
  { agentFor, config }: Runtime,
  { job }: Firing,
  { content, sessionId }: { readonly content: string; readonly sessionId: string | undefined },
  { signal, noteSession }: RunJobOptions,
): Promise<RunOutcome> {
  const { task } = job
  const { agent } = await agentFor(choiceOf(task, config.cron))
  const run = agent.run(content, {
    signal,
    session: seedOf(job),
    ephemeral: { system: instructions },
    ...(sessionId !== undefined && { sessionId }),
  })
  let hasActed = false
  let microUsd = 0
  for await (const event of run) {
    if (event.type === 'turn-start') await noteSession(event.sessionId)
    hasActed ||= event.type === 'tool-start'
    microUsd += costOf(event)
    if (task.maxCostUsd !== undefined && microUsd > task.maxCostUsd * 1e6) {
      run.interrupt(`The run cost more than ${task.maxCostUsd} US dollars.`)
    }
  }
  return outcomeOf(await run.result, hasActed)
}

/** Returns the cost of an event. The spending of sub-agents counts towards the run. */
function costOf(event: AgentEvent): number {
  if (event.type === 'subagent-event') return costOf(event.event)
  const cost = event.type === 'iteration-end' ? event.usage.cost : undefined
  return cost && 'microUsd' in cost ? cost.microUsd : 0
}

const transientKinds: readonly string[] = ['network', 'timeout', 'overloaded', 'rate-limit']

function outcomeOf({ outcome, sessionId }: RunResult, hasActed: boolean): RunOutcome {
  switch (outcome.status) {
    case 'completed':
    case 'exhausted':
      return { status: 'completed', text: outcome.text, isSilent: isSilent(outcome.text), sessionId }
    case 'halted':
      return { status: 'failed', reason: outcome.text, sessionId }
    case 'interrupted':
      return { status: 'failed', reason: outcome.reason, sessionId }
    case 'failed': {
      const { error } = outcome
      const isTransient = !hasActed && TransportError.is(error) && transientKinds.includes(error.kind)
      return { status: 'failed', reason: describeError(error), isTransient, sessionId }
    }
  }
}
