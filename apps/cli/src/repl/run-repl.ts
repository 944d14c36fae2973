import { join } from 'node:path'
import type { Runtime } from '@hermes/runtime'
import type { CommandContext } from '../commands/command-handler.js'
import { exitCode } from '../exit-code.js'
import { configChangeLine } from '../render/config-change-line.js'
import { oneLine, safeText } from '../render/safe-text.js'
import { truncate } from '../render/text-width.js'
import { chooseSession } from '../setup/choose-session.js'
import { openRuntime } from '../setup/open-runtime.js'
import { onStopSignal } from '../setup/signals.js'
import { readVersion } from '../version.js'
import { createAskUser } from './ask-user.js'
import { banner, localServersHint } from './banner.js'
import { busy } from './busy.js'
import { createConversation } from './conversation.js'
import { converse } from './converse.js'
import { type FrontEnd, openFrontEnd } from './front-end.js'
import { openHistory } from './history.js'
import { type ReplContext, replCommands, showResumed } from './repl-commands.js'
import { takeTurn } from './take-turn.js'

/** The interactive chat: resolves to the exit code when the user leaves. */
export async function runRepl(context: CommandContext): Promise<number> {
  const { io, values } = context
  using frontEnd = openFrontEnd(context)
  const ask = createAskUser({
    ...frontEnd,
    stream: io.stdout,
    allowForGood: (question) => runtime.approvals.allowForGood(question),
  })
  await using runtime = await openRuntime(context, {
    ask,
    canRestart: true,
    namesSessions: true,
    keepsRunning: true,
    tell: (line) => tell(line, frontEnd),
    onConfigChange: (change) => tell(configChangeLine(change), frontEnd),
  })
  const session = await chooseSession(runtime.store, values)
  const conversation = await createConversation({
    runtime,
    workingDirectory: io.workingDirectory,
    ...(session && { session }),
  })
  const replContext = createReplContext({ runtime, conversation }, frontEnd)
  const { style, screen } = frontEnd
  const { model } = runtime
  const { sessionId } = conversation
  screen.write(banner({ version: readVersion(), model, sessionId, workingDirectory: io.workingDirectory, style }))
  for (const warning of runtime.warnings) screen.write(`${style.yellow(`! ${safeText(warning)}`)}\n`)
  if (session) await showResumed(session, replContext)
  if (model.isOffline) void offerLocalServers(frontEnd, runtime)

  const stop = watchForStop(context, frontEnd)
  try {
    const history = await openHistory(join(runtime.paths.home, 'history'), (error) => logFailure(runtime, error))
    await converse({ frontEnd, context: replContext, history, signal: stop.signal, first: values.query ?? '' })
  } finally {
    stop.end()
  }
  if (conversation.sessionId) io.stdout.write(`${style.dim('Go on with:')} hermes -r ${conversation.sessionId}\n`)
  return stop.code() ?? exitCode.ok
}

/** Shows a line that comes when it wants to: above what is being typed, or between what is being said. */
function tell(line: string, { editor, screen, style, columns }: FrontEnd): void {
  const shown = `${style.dim(truncate(`● ${oneLine(line)}`, columns()))}\n`
  if (!editor.writeAbove(shown)) void screen.exclusive(async () => undefined).then(() => screen.write(shown))
}

function createReplContext(parts: Pick<ReplContext, 'runtime' | 'conversation'>, frontEnd: FrontEnd): ReplContext {
  const { style, columns, screen, editor } = frontEnd
  return {
    ...parts,
    style,
    columns,
    commands: replCommands,
    print: (text) => screen.write(text),
    follow: (run) => takeTurn(run, frontEnd, parts.runtime.config.display),
    busy: (status, work) => busy(frontEnd, status, work),
    async ask(question) {
      const answer = await editor.read({ prompt: question })
      return answer.type === 'text' ? answer.text : undefined
    },
  }
}

/** A signal, or a terminal that went away, ends the turn and then the chat. */
function watchForStop({ io }: CommandContext, { interrupt }: FrontEnd) {
  const controller = new AbortController()
  let stopCode: number | undefined
  const stop = (code: number) => {
    stopCode ??= code
    interrupt('The program was asked to stop.')
    controller.abort()
  }
  const removeSignals = onStopSignal(stop)
  const onEnd = () => stop(exitCode.failed)
  io.stdin.once('end', onEnd)
  return {
    signal: controller.signal,
    code: () => stopCode,
    end() {
      removeSignals()
      io.stdin.off('end', onEnd)
    },
  }
}

/** Looks for model servers while the user may already type. */
async function offerLocalServers({ editor, screen, style }: FrontEnd, runtime: Runtime): Promise<void> {
  try {
    const { findLocalServers } = await import('@hermes/transports/resolve')
    const hint = localServersHint(await findLocalServers(), style)
    if (hint !== '' && !editor.writeAbove(hint)) screen.write(hint)
  } catch (error) {
    // An offer that cannot be made is no reason to disturb the chat.
    logFailure(runtime, error)
  }
}

function logFailure({ logger }: Runtime, error: unknown): void {
  logger.log('warn', safeText(error instanceof Error ? error.message : String(error)))
}
