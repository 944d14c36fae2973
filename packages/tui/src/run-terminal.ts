import { answerRequests } from './actions/answer-requests.js'
import { attemptIn, createActions } from './actions/create-actions.js'
import type { Stage } from './actions/stage.js'
import { submitPrompt } from './actions/submit-line.js'
import { createSession } from './actions/switch-session.js'
import { FrameTerminal } from './frame-terminal.js'
import type { RunTerminalOptions } from './run-terminal-options.js'
import { Screen } from './screen.js'
import { OfferedCommands } from './sessions/offered-commands.js'
import { otherSessions } from './sessions/session-choices.js'
import { SessionClient } from './sessions/session-client.js'
import { createFramePace } from './view/frame-pace.js'

/** How often the time of a turn is drawn. */
const tickMs = 1_000

/** Shows sessions on a terminal, one at a time, until the person leaves. Resolves to the id of the one shown last. */
export async function runTerminal(options: RunTerminalOptions): Promise<string> {
  const { channel, reopen, look, own, first = {}, prompt = {}, view = {}, host = {}, signal } = options
  const left = Promise.withResolvers<void>()
  const ready = Promise.withResolvers<void>()
  const pace = createFramePace(() => refresh(stage))
  const session = await SessionClient.connect({
    channel,
    ...(reopen && { reopen }),
    onChange: () => pace.request(),
    onEvent(event, { view }) {
      if (event.type === 'question.open') host.attention?.asked()
      if (event.type !== 'message.complete') return
      const now = Date.now()
      host.attention?.turnEnded(event.payload.status, now - (view.turnSinceMs ?? now))
    },
    listsFailedEdits: view.listsFailedEdits ?? true,
    answer: answerRequests(() => stage),
  })
  const commands = new OfferedCommands({ session, look, ...(own && { own }) })
  const { files } = prompt
  const stage: Stage = {
    options,
    session,
    commands,
    ready: ready.promise,
    leave: left.resolve,
    get screen() {
      return screen
    },
  }
  const screen = new Screen(
    {
      terminal: host.terminal ?? new FrameTerminal(),
      look,
      view,
      prompt,
      completions: {
        commands: () => commands.list,
        complete: async (line) =>
          (await own?.complete?.(line)) ?? session.call('complete.slash', { sessionId: session.id, line }),
        ...(files && { files: (query) => files.suggest(session.shown.snapshot.workingDirectory, query) }),
      },
      actions: createActions(stage),
    },
    session.view,
  )
  const attempt = (work: () => Promise<unknown>) => attemptIn(stage, work)

  screen.start()
  const { onBackground } = host
  if (onBackground) attempt(() => screen.followBackground(onBackground))
  signal.addEventListener('abort', () => left.resolve(), { once: true })
  const ticking = setInterval(() => {
    if (session.view.activity === 'running') screen.refresh()
  }, tickMs)
  try {
    await (first.id === undefined ? createSession(stage) : session.resume(first.id))
    for (const { tone, text } of first.greet?.(session.shown.snapshot) ?? []) session.note(tone, text)
    await commands.load()
    const { prompt: text = '' } = first
    if (text.trim() !== '') attempt(() => submitPrompt(stage, text))
    ready.resolve()
    await Promise.race([left.promise, session.closed])
    return session.id
  } finally {
    clearInterval(ticking)
    pace.stop()
    refresh(stage)
    screen.stop()
    session.close()
  }
}

/** Draws the session that is shown. */
function refresh({ session, screen, options }: Stage): void {
  if (!session.isOpen) return
  const { id: sessionId, snapshot, view } = session.shown
  const { model, title, workingDirectory, choice } = snapshot
  const { id = '', contextWindow } = model ?? {}
  options.host?.attention?.titled(title)
  screen.show(view, sessionId)
  screen.describe({
    sessionId,
    workingDirectory,
    model: id,
    ...(choice.approvals !== undefined && { approvals: choice.approvals }),
    others: otherSessions(session.all, sessionId),
    ...(contextWindow !== undefined && { contextWindow }),
    ...(title !== undefined && { title }),
  })
}
