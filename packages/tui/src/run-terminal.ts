import { ProcessTerminal, type Terminal } from '@earendil-works/pi-tui'
import { outcomeToMarkdown } from '@hermes/conversations/commands'
import { describeError } from '@hermes/core'
import type { FrameChannel } from '@hermes/rpc'
import type { RequestParams, RequestResult, ResultOf } from '@hermes/rpc/schemas'
import { Screen } from './screen.js'
import { SessionClient } from './session-client.js'
import type { Look } from './view/look.js'

export interface RunTerminalOptions {
  /** A connection to a server of Hermes RPC. */
  readonly channel: FrameChannel
  /** Opens another connection when this one is lost. Absent: the terminal is left then. */
  readonly reopen?: () => Promise<FrameChannel>
  readonly look: Look
  /** Where a new session works, if the server is on this machine. */
  readonly workingDirectory?: string
  /** The session to resume. Default: a new one. */
  readonly sessionId?: string
  /** Sent first. */
  readonly firstPrompt?: string
  /** Aborted when the terminal is gone, or the program is asked to stop. */
  readonly signal: AbortSignal
  /** Default: that of the process. */
  readonly terminal?: Terminal
}

/** Shows one session on a terminal until the person leaves. Resolves to the id of the last session. */
export async function runTerminal(options: RunTerminalOptions): Promise<string> {
  const { channel, look, workingDirectory, sessionId, firstPrompt, signal } = options
  const left = Promise.withResolvers<void>()
  let commands: ResultOf<'commands.catalog'>['commands'] = []
  const session = await SessionClient.connect({
    channel,
    ...(options.reopen && { reopen: options.reopen }),
    onChange: () => refresh(),
    answer: { approval, clarify },
  })
  const screen = new Screen(
    {
      terminal: options.terminal ?? new ProcessTerminal(),
      look,
      commands: {
        commands: () => commands,
        complete: (line) => session.call('complete.slash', { sessionId: session.id, line }),
      },
      submit: (text) => attempt(() => (text.startsWith('/') ? dispatch(text) : submit(text))),
      interrupt() {
        if (session.view.activity === 'idle') return false
        attempt(() => session.call('session.interrupt', { sessionId: session.id }))
        return true
      },
      leave: left.resolve,
    },
    session.view,
  )

  function refresh(): void {
    screen.show(session.view)
    if (!session.isOpen) return
    const { model, title } = session.snapshot
    const { id = '', contextWindow } = model ?? {}
    screen.describe({
      model: id,
      ...(contextWindow !== undefined && { contextWindow }),
      ...(title !== undefined && { title }),
    })
  }
  function attempt(work: () => Promise<unknown>): void {
    work().catch((error: unknown) => session.note('error', describeError(error)))
  }
  async function submit(content: string): Promise<void> {
    const { acceptance } = await session.call('prompt.submit', { sessionId: session.id, content, as: 'message' })
    if (acceptance.as === 'refused') session.note('warning', acceptance.message ?? 'The prompt was refused.')
  }
  async function dispatch(line: string): Promise<void> {
    const found = await session.call('command.resolve', { sessionId: session.id, line })
    if (found.type === 'message') return submit(line)
    const { outcome } = await session.call('command.dispatch', { sessionId: session.id, line })
    await perform(outcome)
  }
  async function perform(outcome: ResultOf<'command.dispatch'>['outcome']): Promise<void> {
    switch (outcome.type) {
      case 'choice': {
        const items = outcome.options.map(({ label, detail, command, isCurrent }) => ({
          value: command,
          label: look.clean(isCurrent ? `${label} (current)` : label),
          ...(detail !== undefined && { description: look.clean(detail) }),
        }))
        const command = await screen.choose({ rows: [look.style.bold(look.clean(outcome.prompt))], items })
        return command === undefined ? undefined : dispatch(command)
      }
      case 'confirm': {
        const { text, confirm, always } = outcome
        const items = [
          { value: confirm, label: 'Yes' },
          ...(always === undefined ? [] : [{ value: always, label: 'Yes, and do not ask again' }]),
          { value: '', label: 'No' },
        ]
        const command = await screen.choose({ rows: [look.style.yellow(look.clean(text))], items })
        return command ? dispatch(command) : undefined
      }
      case 'open':
        await session.resume(outcome.sessionId)
        if (outcome.text !== undefined) session.note('info', outcome.text)
        return
      case 'leave':
        return left.resolve()
      case 'error':
        return session.note('error', outcome.text)
      case 'message':
      case 'done':
        return
      default:
        return session.say(outcomeToMarkdown(outcome))
    }
  }
  async function approval(
    { question, canAllowForGood }: RequestParams<'approval'>,
    asked: { readonly signal: AbortSignal },
  ): Promise<RequestResult<'approval'>> {
    const { style, clean } = look
    const { reasons, text, tool = 'a tool', workingDirectory: folder, diff, sessionScope } = question
    const rows = [
      style.yellow(`Run ${clean(tool)}?${folder === undefined ? '' : ` in ${clean(folder)}`}`),
      ...reasons.map((reason) => style.dim(clean(reason))),
      ...clean(diff ?? text)
        .split('\n')
        .slice(0, 40),
    ]
    const items = [
      { value: 'once', label: 'Once' },
      {
        value: 'session',
        label: 'For this session',
        ...(sessionScope !== undefined && { description: clean(sessionScope) }),
      },
      ...(canAllowForGood ? [{ value: 'always', label: 'Always' }] : []),
      { value: 'deny', label: 'No' },
    ]
    const choice = await screen.choose({ rows, items }, asked.signal)
    return { choice: choice === 'once' || choice === 'session' || choice === 'always' ? choice : 'deny' }
  }
  async function clarify(
    { question }: RequestParams<'clarify'>,
    asked: { readonly signal: AbortSignal },
  ): Promise<RequestResult<'clarify'>> {
    const items = question.choices.map((choice) => ({ value: choice, label: look.clean(choice) }))
    const rows = [look.style.yellow(look.clean(question.text)), look.style.dim('Choose, or type an answer.')]
    const all = [...items, { value: '', label: 'Let the agent decide' }]
    return { answer: (await screen.choose({ rows, items: all, takesText: true }, asked.signal)) ?? '' }
  }

  screen.start()
  signal.addEventListener('abort', () => left.resolve(), { once: true })
  try {
    await (sessionId === undefined
      ? session.create(workingDirectory === undefined ? {} : { workingDirectory })
      : session.resume(sessionId))
    commands = (await session.call('commands.catalog', { sessionId: session.id })).commands
    if (firstPrompt?.trim()) attempt(() => submit(firstPrompt))
    await Promise.race([left.promise, session.closed])
    return session.id
  } finally {
    screen.stop()
    session.close()
  }
}
