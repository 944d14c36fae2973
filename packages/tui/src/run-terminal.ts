import { describeError } from '@hermes/core'
import type { RequestParams, RequestResult, ResultOf } from '@hermes/rpc/schemas'
import { english } from '@hermes/safety/language'
import { watchAgents } from './agents/watch-agents.js'
import { FrameTerminal } from './frame-terminal.js'
import { performOutcome } from './outcomes/perform-outcome.js'
import type { RunTerminalOptions } from './run-terminal-options.js'
import { Screen } from './screen.js'
import { findCommand, findRequest } from './search/find-command.js'
import { SearchPanel } from './search/search-panel.js'
import { earlierPrompts, promptOf } from './sessions/earlier-prompts.js'
import type { PersonCommands } from './sessions/person-commands.js'
import { newSession, offeredSessions, otherSessions, sessionChoices } from './sessions/session-choices.js'
import { SessionClient } from './sessions/session-client.js'
import type { WatchedSession } from './sessions/watched-session.js'
import { createFramePace } from './view/frame-pace.js'
import { approvalAnswer, approvalQuestion, clarifyQuestion } from './view/questions.js'

/** How often the time of a turn is drawn. */
const tickMs = 1_000

/** Shows sessions on a terminal, one at a time, until the person leaves. Resolves to the id of the one shown last. */
export async function runTerminal(options: RunTerminalOptions): Promise<string> {
  const {
    channel,
    look,
    files,
    images,
    history,
    editText,
    drafts,
    attention,
    commands: personal,
    suggestRest,
    suspend,
    own,
    times,
    focus,
    reasoning,
    status,
    vim,
    listsFailedEdits = true,
    workingDirectory,
    sessionId,
    firstPrompt,
    signal,
  } = options
  const left = Promise.withResolvers<void>()
  // What was typed before is sent then.
  const ready = Promise.withResolvers<void>()
  let commands: ResultOf<'commands.catalog'>['commands'] = []
  const pace = createFramePace(() => refresh())
  const session = await SessionClient.connect({
    channel,
    ...(options.reopen && { reopen: options.reopen }),
    onChange: () => pace.request(),
    onEvent(event, { view }) {
      if (event.type === 'question.open') attention?.asked()
      if (event.type !== 'message.complete') return
      const now = Date.now()
      attention?.turnEnded(event.payload.status, now - (view.turnSinceMs ?? now))
    },
    listsFailedEdits,
    answer: { approval, clarify },
  })
  const screen = new Screen(
    {
      terminal: options.terminal ?? new FrameTerminal(),
      look,
      ...(times && { times }),
      ...(focus && { focus }),
      ...(reasoning && { reasoning }),
      ...(status && { status }),
      ...(vim && { vim }),
      ...(suggestRest && { suggestRest }),
      ...(history && { history }),
      ...(drafts && { drafts }),
      completions: {
        commands: () => commands,
        complete: async (line) =>
          (await own?.complete?.(line)) ?? session.call('complete.slash', { sessionId: session.id, line }),
        ...(files && { files: (query) => files.suggest(session.shown.snapshot.workingDirectory, query) }),
      },
      submit(text) {
        if (history) attempt(() => history.add(text))
        attempt(async () => {
          await ready.promise
          if (personal?.isOwn(text)) await runPersonal(personal, text)
          else await (text.startsWith('/') ? dispatch(text) : submit(text))
        })
      },
      interrupt() {
        if (personal?.interrupt()) return true
        if (session.view.activity === 'idle') return false
        attempt(() => session.call('session.interrupt', { sessionId: session.id }))
        return true
      },
      switchSession: (signal) => attempt(() => switchSession(signal)),
      editElsewhere: () => attempt(editElsewhere),
      showAgents: () => attempt(showAgents),
      showSearch: () => attempt(() => showSearch('')),
      recall: () => attempt(recall),
      pasteImage: () => attempt(pasteImage),
      takeBack: () => attempt(takeBack),
      suspend: () => attempt(async () => suspend && screen.away(suspend)),
      leave: left.resolve,
    },
    session.view,
  )

  function refresh(): void {
    if (!session.isOpen) return
    const { id: shownId, snapshot, view } = session.shown
    const { model, title, workingDirectory, choice } = snapshot
    const { id = '', contextWindow } = model ?? {}
    attention?.titled(title)
    screen.show(view, shownId)
    screen.describe({
      sessionId: shownId,
      workingDirectory,
      model: id,
      ...(choice.approvals !== undefined && { approvals: choice.approvals }),
      others: otherSessions(session.all, shownId),
      ...(contextWindow !== undefined && { contextWindow }),
      ...(title !== undefined && { title }),
    })
  }
  function attempt(work: () => Promise<unknown>): void {
    work().catch((error: unknown) => session.note('error', describeError(error)))
  }
  async function submit(text: string): Promise<void> {
    const { shown } = session
    const { content, problems } = (await files?.attach(shown.snapshot.workingDirectory, text)) ?? {
      content: text,
      problems: [],
    }
    const joined = (await images?.join(content, text)) ?? { content, problems: [] }
    for (const problem of [...problems, ...joined.problems]) shown.note('warning', problem)
    const whole = personal?.join(shown.snapshot.workingDirectory, joined.content) ?? joined.content
    const prompt = { sessionId: shown.id, content: whole, as: 'message' } as const
    const { acceptance } = await session.call('prompt.submit', prompt)
    if (acceptance.as === 'refused') shown.note('warning', acceptance.message ?? english`The prompt was refused.`)
  }
  async function runPersonal(commands: PersonCommands, line: string): Promise<void> {
    const { shown } = session
    const print = shown.showCommand(line)
    await commands.run(line, { workingDirectory: shown.snapshot.workingDirectory, print })
  }
  async function dispatch(line: string, shown = session.shown): Promise<void> {
    if (line.trim() === '/sessions') return switchSession()
    if (line.trim() === '/agents') return showAgents()
    const sought = findRequest(line)
    if (sought !== undefined) return showSearch(sought)
    const done = await own?.run(line)
    if (done) {
      // It may have changed the look.
      screen.redraw()
      return perform(done, shown)
    }
    const found = await session.call('command.resolve', { sessionId: shown.id, line })
    if (found.type === 'message') return submit(line)
    const { outcome } = await session.call('command.dispatch', { sessionId: shown.id, line })
    await perform(outcome, shown)
  }
  /** Only the terminal itself has a clipboard. */
  async function pasteImage(): Promise<void> {
    const done = await own?.run('/paste')
    if (done && session.isOpen) await perform(done, session.shown)
  }
  function perform(outcome: ResultOf<'command.dispatch'>['outcome'], shown: WatchedSession): Promise<void> {
    return performOutcome(outcome, { session, shown, screen, look, dispatch, leave: left.resolve })
  }
  /** What was typed meanwhile follows the prompt that was queued last. */
  async function takeBack(): Promise<void> {
    const newest = session.view.queued.at(-1)
    if (!newest) return
    const { isCancelled } = await session.call('prompt.cancel', { sessionId: session.id, submissionId: newest.id })
    if (isCancelled) screen.edit([newest.text, screen.text].filter((text) => text !== '').join('\n'))
  }
  async function editElsewhere(): Promise<void> {
    if (!editText) return
    const edited = await screen.away(() => editText(screen.text))
    if (edited !== undefined) screen.edit(edited)
    else session.note('warning', english`The editor failed: the prompt is as it was. EDITOR names another one.`)
  }
  async function switchSession(withdrawn?: AbortSignal): Promise<void> {
    const [{ sessions: live }, { sessions: stored }] = await Promise.all([
      session.call('session.active_list', {}),
      session.call('session.list', { limit: offeredSessions }),
    ])
    const items = sessionChoices({ live, stored, watched: session.all, shownId: session.id }, look)
    const question = { rows: [look.style.bold(look.t`Sessions`)], items }
    const chosen = await screen.choose(question, withdrawn && { signal: withdrawn })
    if (chosen === undefined || chosen === session.id) return
    await (chosen === newSession ? create() : session.resume(chosen))
    await loadCommands()
  }
  async function showAgents(): Promise<void> {
    if (session.isOpen) await watchAgents({ session: session.shown, call: session.call, screen, look })
  }
  async function showSearch(text: string): Promise<void> {
    if (!session.isOpen) return
    const { shown } = session
    const open = (close: (nothing: undefined) => void) =>
      new SearchPanel({
        look,
        rows: () => screen.rows,
        blocks: () => shown.view.blocks,
        text,
        close: () => close(undefined),
      })
    await screen.ask<void>(open, { sessionId: shown.id, givesWay: true })
  }
  async function recall(): Promise<void> {
    if (!session.isOpen || !history || history.entries.length === 0) return
    const question = earlierPrompts(history.entries, look)
    const chosen = await screen.choose(question, { sessionId: session.id, givesWay: true })
    if (chosen !== undefined) screen.edit(promptOf(chosen, history.entries))
  }
  function create(): Promise<void> {
    return session.create(workingDirectory === undefined ? {} : { workingDirectory })
  }
  /** They may differ from folder to folder. */
  async function loadCommands(): Promise<void> {
    const { commands: offered } = await session.call('commands.catalog', { sessionId: session.id })
    const mine = [...(own?.list ?? []), findCommand]
    const isMine = new Set(mine.map(({ name }) => name))
    commands = [...offered.filter(({ name }) => !isMine.has(name)), ...mine].map((command) => ({
      ...command,
      description: look.t.of(command.description),
    }))
  }
  async function approval(
    params: RequestParams<'approval'>,
    asked: { readonly signal: AbortSignal },
  ): Promise<RequestResult<'approval'>> {
    const { sessionId, question } = params
    const decision = approvalAnswer(await screen.choose(approvalQuestion(params, look), { ...asked, sessionId }))
    // A question that was answered elsewhere, or is withdrawn, was not decided here.
    if (!asked.signal.aborted) session.all.find(({ id }) => id === sessionId)?.decide({ question, decision })
    return decision
  }
  async function clarify(
    params: RequestParams<'clarify'>,
    asked: { readonly signal: AbortSignal },
  ): Promise<RequestResult<'clarify'>> {
    const answer = await screen.choose(clarifyQuestion(params, look), { ...asked, sessionId: params.sessionId })
    return { answer: answer ?? '' }
  }

  screen.start()
  const { onBackground } = options
  if (onBackground) attempt(() => screen.followBackground(onBackground))
  signal.addEventListener('abort', () => left.resolve(), { once: true })
  const ticking = setInterval(() => {
    if (session.view.activity === 'running') screen.refresh()
  }, tickMs)
  try {
    await (sessionId === undefined ? create() : session.resume(sessionId))
    for (const { tone, text } of options.greet?.(session.shown.snapshot) ?? []) session.note(tone, text)
    await loadCommands()
    if (firstPrompt?.trim()) attempt(() => submit(firstPrompt))
    ready.resolve()
    await Promise.race([left.promise, session.closed])
    return session.id
  } finally {
    clearInterval(ticking)
    pace.stop()
    refresh()
    screen.stop()
    session.close()
  }
}
