import { resolve } from 'node:path'
import { type Conversation, createConversations } from '@hermes/conversations'
import type { BudgetLimit, MessageContent, RunResult } from '@hermes/core'
import type { Runtime } from '@hermes/runtime'
import { english } from '@hermes/safety/language'
import type { CommandContext } from '../arguments/command-spec.js'
import { exitCode } from '../exit-code.js'
import { writeLine } from '../io.js'
import { reportError } from '../render/outcomes/report-error.js'
import { safeText } from '../render/text/safe-text.js'
import { cliSender, openConversation } from '../setup/open-conversation.js'
import { openResumedRuntime } from '../setup/open-runtime.js'
import { preloadSkills, wantedSkills } from '../setup/preload-skills.js'
import { readPrompt } from '../setup/read-prompt.js'
import { rememberSession } from '../setup/resume/terminal-sessions.js'
import { onStopSignal } from '../setup/signals.js'
import { UsageError } from '../usage-error.js'
import { chooseSink } from './choose-sink.js'
import { followSpending, nothingSpent } from './follow-spending.js'
import { type Turn, turnOf } from './turn-of.js'
import type { TurnSink } from './turn-sink.js'
import { type RunUsage, requireWritable, writeUsage } from './write-usage.js'

/** Answers one prompt and resolves to the exit code. Nobody can be asked, so calls that need approval are denied. */
export async function runOneShot(context: CommandContext): Promise<number> {
  const { io, values } = context
  let sessionId: string | undefined
  let answeredBy: Pick<RunUsage, 'model' | 'provider'> = {}
  let result: RunResult | undefined
  let spent = () => nothingSpent
  const sink = await chooseSink(context, { sessionId: () => sessionId, spent: () => spent() })
  const usageFile = values['usage-file'] && resolve(io.workingDirectory, values['usage-file'])
  if (usageFile) await requireWritable(usageFile)
  try {
    const prompt = await readPrompt(values, io)
    const isAttended = io.stdin.isTTY === true || io.stderr.isTTY === true
    const resumed = await openResumedRuntime(context, { canRestart: sink.canRestart, isAttended })
    await using runtime = resumed.runtime
    spent = followSpending(runtime)
    if (!values.quiet) await warn(runtime.safetyWarnings, context)
    const { store, agentFor, logger } = runtime
    await using conversations = createConversations({ store, agentFor, services: { logger } })
    const { conversation, notices } = await openConversation(conversations, resumed, values)
    await warn(notices, context)
    if (await isStandIn(conversation, runtime)) await warnOffline(context)
    sessionId = conversation.id
    const { model } = await agentFor(conversation.choice)
    answeredBy = { model: model.id, provider: model.provider }
    await rememberSession(store, io, conversation.id)
    const asked = prompt === undefined ? undefined : await (await preloadSkills(runtime, wantedSkills(values)))(prompt)
    const content = await withImage(asked, context)
    const turn = await speak(conversation, content, runtime)
    const code = await follow(turn, sink, context)
    result = await turn.result
    return code
  } catch (error) {
    if (!(error instanceof UsageError)) await sink.end(undefined, error)
    throw error
  } finally {
    if (usageFile) await writeUsage(usageFile, { sessionId, ...answeredBy, result, spent: spent() })
  }
}

async function withImage(prompt: string | undefined, { io, values }: CommandContext) {
  if (values.image === undefined || prompt === undefined) return prompt
  const { readImage } = await import('../setup/read-image.js')
  const image = await readImage(values.image, io.workingDirectory)
  return [{ type: 'text', text: prompt } as const, image]
}

async function warn(sentences: readonly string[], { io, program }: CommandContext): Promise<void> {
  for (const warning of sentences) await writeLine(io.stderr, `${program}: ${safeText(io.t.of(warning))}`)
}

async function isStandIn({ choice }: Conversation, { agentFor, config }: Runtime): Promise<boolean> {
  return config.model.provider !== 'offline' && (await agentFor(choice)).model.provider === 'offline'
}

/** Warns about the offline stand-in, because scripts must be able to distinguish its answer from a model's. */
async function warnOffline({ io, program }: CommandContext): Promise<void> {
  await writeLine(
    io.stderr,
    `${program}: ${io.t`No model is configured: the offline stand-in answers. To set one up, run: hermes setup`}`,
  )
}

/** Submits the prompt. Without a prompt, continues an interrupted turn, or repeats the stored answer. */
async function speak(
  conversation: Conversation,
  prompt: MessageContent | undefined,
  { agentFor }: Runtime,
): Promise<Turn> {
  if (prompt !== undefined) {
    return turnOf(conversation, () => conversation.submit({ content: prompt, as: 'message' }, cliSender))
  }
  if (conversation.state.canContinue) return turnOf(conversation, () => conversation.continue(cliSender))
  const { agent } = await agentFor(conversation.choice)
  return agent.resume(conversation.id)
}

/** Shows the turn until it ends. A signal, or a reader that left, interrupts it. */
async function follow(turn: Turn, sink: TurnSink, context: CommandContext): Promise<number> {
  const { stdout } = context.io
  let stopCode: number | undefined
  const stop = (code: number, reason: string) => {
    stopCode ??= code
    turn.interrupt(reason)
  }
  const onPipeError = () => stop(exitCode.brokenPipe, 'The reader of the output went away.')
  const removeSignals = onStopSignal((code, signal) => stop(code, `The process received ${signal}.`))
  stdout.on('error', onPipeError)
  try {
    for await (const event of turn) await sink.event(event)
    const result = await turn.result
    await sink.end(result)
    return await conclude(result, stopCode, context)
  } finally {
    removeSignals()
    stdout.off('error', onPipeError)
  }
}

async function conclude(
  { outcome }: RunResult,
  stopCode: number | undefined,
  { io, values, program }: CommandContext,
): Promise<number> {
  switch (outcome.status) {
    case 'completed':
      if (!outcome.isTruncated) return exitCode.ok
      await writeLine(
        io.stderr,
        `${program}: ${io.t`The answer is cut off at the model's length limit. Allow more with model.max_tokens, or continue with -c.`}`,
      )
      return exitCode.unfinished
    case 'exhausted':
      await writeLine(io.stderr, `${program}: ${io.t`${io.t.of(usedUp[outcome.limit])} Continue with -c.`}`)
      return exitCode.unfinished
    case 'halted':
      await writeLine(
        io.stderr,
        `${program}: ${io.t`The turn was ended because it repeated itself. Continue with -c.`}`,
      )
      return exitCode.unfinished
    case 'interrupted':
      await writeLine(io.stderr, `${program}: ${io.t`Interrupted. What was done is stored: continue with -c.`}`)
      return stopCode ?? exitCode.interrupted
    case 'failed':
      await reportError(outcome.error, { io, isVerbose: values.verbose === true, program: program })
      return exitCode.failed
  }
}

const usedUp: Readonly<Record<BudgetLimit, string>> = {
  iterations: english`The turn ran out of model calls: allow more with --max-turns.`,
  tokens: english`The turn used up its token limit: allow more with agent.max_tokens_per_turn.`,
  durationMs: english`The turn used up its time limit: allow more with agent.run_budget_seconds.`,
  costUsd: english`The turn used up its cost limit: allow more with agent.max_cost_per_turn.`,
}
