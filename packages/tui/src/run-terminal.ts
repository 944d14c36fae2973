import { answerRequests } from './actions/answer-requests.js'
import { attemptIn, createActions, noteError } from './actions/create-actions.js'
import type { Stage } from './actions/stage.js'
import { submitPrompt } from './actions/submit-line.js'
import { createSession } from './actions/switch-session.js'
import { FrameTerminal } from './frame-terminal.js'
import { withNote } from './model/blocks.js'
import { emptyView, type ViewState } from './model/view-state.js'
import type { RunTerminalOptions } from './run-terminal-options.js'
import { Screen } from './screen.js'
import { EarlyLines } from './sessions/early-lines.js'
import { OfferedCommands } from './sessions/offered-commands.js'
import { otherSessions } from './sessions/session-choices.js'
import { SessionClient } from './sessions/session-client.js'
import { createFramePace } from './view/screen/frame-pace.js'

/** How often the duration of a turn is drawn, in milliseconds. */
const tickMs = 1_000

/**
 * Shows sessions on a terminal, one at a time, until the person leaves. Resolves to the id of the last shown session,
 * or `undefined` if none was opened.
 *
 * @throws the reason why the first session could not be opened. The terminal is then restored.
 */
export async function runTerminal(options: RunTerminalOptions): Promise<string | undefined> {
  const { look, own, first = {}, prompt = {}, view = {}, host = {}, signal } = options
  const left = Promise.withResolvers<void>()
  let isOpen = false
  const pace = createFramePace(() => refresh(stage, isOpen ? session.view : opening))
  const session = new SessionClient({
    onChange: () => pace.request(),
    onEvent(event, { view }) {
      if (event.type === 'question.open') host.attention?.asked()
      if (event.type !== 'message.complete') return
      const now = Date.now()
      host.attention?.turnEnded(event.payload.status, now - (view.turnSinceMs ?? now))
    },
    ...(host.onSession && { onSwitch: host.onSession }),
    listsFailedEdits: view.listsFailedEdits ?? true,
    answer: answerRequests(() => stage),
  })
  const opening = first.opening === undefined ? emptyView : withNote(emptyView, 'info', first.opening)
  const commands = new OfferedCommands({ session, look, ...(own && { own }) })
  const { files } = prompt
  const stage: Stage = {
    options,
    session,
    commands,
    early: new EarlyLines(() => pace.request()),
    leave: left.resolve,
    get screen() {
      return screen
    },
  }
  const terminal = host.terminal ?? new FrameTerminal()
  const screen = new Screen({
    terminal,
    look,
    view,
    prompt,
    completions: {
      commands: () => commands.list,
      async complete(line) {
        const mine = await own?.complete?.(line)
        if (mine || !session.isOpen) return mine ?? { start: 0, completions: [] }
        return session.call('complete.slash', { sessionId: session.id, line })
      },
      ...(files && {
        files: async (query) => (session.isOpen ? files.suggest(session.shown.snapshot.workingDirectory, query) : []),
      }),
    },
    actions: createActions(stage),
  })
  const attempt = (work: () => Promise<unknown>) => attemptIn(stage, work)
  const { prompt: text = '' } = first
  if (text.trim() !== '') stage.early.add(text, () => submitPrompt(stage, text))
  screen.start()
  pace.request()
  const { onBackground } = host
  if (onBackground) attempt(() => screen.followBackground(onBackground))
  signal.addEventListener('abort', () => left.resolve(), { once: true })
  const ticking = setInterval(() => {
    if (session.view.activity === 'running') screen.refresh()
  }, tickMs)
  const open = async () => {
    await openFirst(stage)
    isOpen = true
    pace.request()
    await commands.load()
    attempt(() => followOpening(stage))
    attempt(() => stage.early.send((error) => noteError(stage, error)))
    await session.closed
  }
  try {
    await Promise.race([left.promise, open()])
    return isOpen ? session.id : undefined
  } finally {
    clearInterval(ticking)
    pace.stop()
    if (isOpen) refresh(stage, session.view)
    else {
      screen.show(emptyView, '')
      // Otherwise, the shell would read the terminal's answer to the question at the start.
      await terminal.drainInput()
    }
    screen.stop()
    session.close()
  }
}

/** Opens the session that is shown first. */
async function openFirst(stage: Stage): Promise<void> {
  const { session, options } = stage
  const { channel, reopen, sessionId } = await options.connect()
  await session.connect(channel, reopen)
  await (sessionId === undefined ? createSession(stage) : session.resume(sessionId))
  const { changes, skills = [] } = options.first ?? {}
  const { id } = session
  if (changes) await session.choose(changes)
  if (skills.length > 0) await session.call('session.preload_skills', { sessionId: id, skills })
  for (const { tone, text } of options.first?.greet?.(session.shown.snapshot) ?? []) session.note(tone, text)
}

/** Performs what follows the opening, while the person may already type. */
async function followOpening({ session, options }: Stage): Promise<void> {
  const { shown } = session
  for (const { tone, text } of (await options.first?.afterOpening?.(shown.snapshot)) ?? []) shown.note(tone, text)
}

/** Draws the current session. */
function refresh({ session, screen, options, early }: Stage, view: ViewState): void {
  const waiting = early.texts.map((text, place) => ({ id: `early-${place}`, text }))
  const shown = waiting.length === 0 ? view : { ...view, queued: [...view.queued, ...waiting] }
  if (!session.isOpen) {
    screen.show(shown, '')
    return
  }
  const { id: sessionId, snapshot } = session.shown
  const { model, title, workingDirectory, choice } = snapshot
  const { id = '', contextWindow } = model ?? {}
  options.host?.attention?.titled(title)
  screen.show(shown, sessionId)
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
