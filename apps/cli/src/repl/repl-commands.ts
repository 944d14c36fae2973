import { isContinuation, isTurnOpen, newestOf, type Run, type SessionRecord, textOf } from '@hermes/core'
import type { Runtime } from '@hermes/runtime'
import { formatAge, formatCount, plural } from '../render/format.js'
import { formatEdition } from '../render/format-cost.js'
import { formatPrice, formatTokens } from '../render/model-table.js'
import { oneLine } from '../render/safe-text.js'
import type { Style } from '../render/style.js'
import { truncate } from '../render/text-width.js'
import { renderRecap } from '../render/transcript.js'
import { readVersion } from '../version.js'
import { approvals, yolo } from './approval-commands.js'
import { compress } from './compress-command.js'
import { context } from './context-command.js'
import type { Conversation } from './conversation.js'
import { rollback } from './rollback-command.js'
import type { ReplCommand } from './slash-command.js'
import { usage } from './usage-command.js'

/** What the commands of a chat work with. */
export interface ReplContext {
  readonly runtime: Runtime
  readonly conversation: Conversation
  readonly style: Style
  readonly columns: () => number
  /** Whole lines. */
  print(text: string): void
  /** Asks for one line; `undefined` when the user does not want to say. */
  ask(question: string): Promise<string | undefined>
  /** Shows a turn to its end. */
  follow(run: Run): Promise<void>
  /** Shows what is going on until it has ended; Ctrl+C aborts the signal. */
  busy<Result>(status: string, work: (signal: AbortSignal) => Promise<Result>): Promise<Result>
  /** All commands, for the help. */
  readonly commands: readonly ReplCommand<ReplContext>[]
}

type Command = ReplCommand<ReplContext>

const help: Command = {
  name: 'help',
  aliases: ['commands', '?'],
  usage: '',
  description: 'show this list',
  async run(_, { commands, print, style }) {
    const rows = commands.map(({ name, usage, aliases, description }) => {
      const others = aliases.length > 0 ? style.dim(` (${aliases.map((alias) => `/${alias}`).join(', ')})`) : ''
      return `  ${style.bold(`/${name} ${usage}`.trimEnd().padEnd(20))} ${description}${others}\n`
    })
    const keys = 'Alt+Enter, Ctrl+J or a trailing \\ begin a new line. Ctrl+C interrupts or clears, Ctrl+D leaves.'
    print(`${rows.join('')}${style.dim(keys)}\n`)
    return 'stay'
  },
}

const startNew: Command = {
  name: 'new',
  aliases: ['reset'],
  usage: '[title]',
  description: 'begin a new session',
  async run(title, { conversation, print }) {
    await conversation.startNew(title === '' ? undefined : title)
    print('A new session begins with your next message.\n')
    return 'stay'
  },
}

const resume: Command = {
  name: 'resume',
  aliases: ['switch'],
  usage: '[session]',
  description: 'go on with an id, a title or `latest`; without one, choose',
  async run(args, context) {
    const reference = args === '' ? await chooseReference(context) : args
    if (reference === undefined) return 'stay'
    const record = await context.conversation.resume(reference)
    await showResumed(record, context)
    return 'stay'
  },
}

const goOn: Command = {
  name: 'continue',
  aliases: [],
  usage: '',
  description: 'go on with a turn that was cut short',
  async run(_, { conversation, runtime, follow, print }) {
    const record = await conversation.record()
    const stored = record ? await runtime.store.messages.load((await newestOf(runtime.store, record)).id) : []
    const run = isTurnOpen(stored.map(({ message }) => message)) ? conversation.resumeTurn() : undefined
    if (run) await follow(run)
    else print('There is nothing to go on with: the last turn has ended.\n')
    return 'stay'
  },
}

const sessions: Command = {
  name: 'sessions',
  aliases: [],
  usage: '',
  description: 'list the newest sessions',
  async run(_, context) {
    context.print(await toList(await newestSessions(context.runtime), context))
    return 'stay'
  },
}

const title: Command = {
  name: 'title',
  aliases: [],
  usage: '[title]',
  description: 'name the session, or show its name',
  async run(text, { conversation, print }) {
    if (text !== '') await conversation.setTitle(text)
    const current = await conversation.title()
    print(current === undefined ? 'This session has no title.\n' : `Title: ${oneLine(current)}\n`)
    return 'stay'
  },
}

const status: Command = {
  name: 'status',
  aliases: [],
  usage: '',
  description: 'show model, session and usage',
  async run(_, { runtime, conversation, print }) {
    const { model, paths } = runtime
    const record = await conversation.record()
    const tools = await runtime.tools()
    const rows = [
      ['Hermes', readVersion()],
      ['Model', `${model.id} (${model.provider}${model.baseUrl ? `, ${model.baseUrl}` : ''})`],
      ['Session', conversation.sessionId ?? 'not begun'],
      ['Title', oneLine((await conversation.title()) ?? '')],
      ['Messages', record ? `${record.messageCount}, ${plural(record.toolCallCount, 'tool call')}` : '0'],
      [
        'Tokens',
        record ? `${formatCount(record.usage.inputTokens)} in, ${formatCount(record.usage.outputTokens)} out` : '0',
      ],
      ['Approvals', conversation.approvalMode],
      ['Tools', tools.map(({ name }) => name).join(', ')],
      ['Home', paths.home],
    ]
    print(rows.map(([name = '', value]) => `  ${name.padEnd(9)} ${value}\n`).join(''))
    return 'stay'
  },
}

const model: Command = {
  name: 'model',
  aliases: [],
  usage: '',
  description: 'show the model, its window and its price',
  async run(name, { runtime, print }) {
    const { id, provider, contextWindow, price } = runtime.model
    const facts = [
      `${oneLine(id)} (${provider})`,
      contextWindow && `${formatTokens(contextWindow)} tokens`,
      price && `${formatPrice(price)} per million (${formatEdition(price)})`,
    ]
    print(`${facts.filter(Boolean).join(' · ')}\n`)
    if (name !== '') print('A chat keeps its model. For another one leave, and go on with: hermes -c -m MODEL\n')
    return 'stay'
  },
}

const quit: Command = {
  name: 'quit',
  aliases: ['exit', 'q'],
  usage: '[--delete]',
  description: 'leave; with --delete the session is removed',
  async run(args, { conversation, print }) {
    if (args !== '' && args !== '--delete') {
      print('To leave: /quit, or /quit --delete to remove the session, too.\n')
      return 'stay'
    }
    if (args === '--delete') await conversation.delete()
    return 'quit'
  },
}

/** The commands of a chat, in the order of the help. */
export const replCommands: readonly Command[] = [
  help,
  startNew,
  resume,
  goOn,
  sessions,
  title,
  model,
  status,
  usage,
  context,
  compress,
  approvals,
  rollback,
  yolo,
  quit,
]

/** Says where a resumed session stands. */
export async function showResumed(record: SessionRecord, context: ReplContext): Promise<void> {
  const { runtime, conversation, style, print, columns } = context
  const stored = await runtime.store.messages.load(record.id)
  const name = await conversation.title()
  const shown = [conversation.sessionId, name && `"${oneLine(name)}"`].filter(Boolean).join(' ')
  const messages = stored.map(({ message }) => message)
  const recap = renderRecap(messages, { style, columns: columns() })
  print(`${style.dim(`Going on with ${shown}, ${plural(stored.length, 'message')}:`)}\n${recap}`)
  if (isTurnOpen(messages)) print(`${style.yellow('The last turn was cut short: /continue goes on with it.')}\n`)
}

async function chooseReference(context: ReplContext): Promise<string | undefined> {
  const records = await newestSessions(context.runtime)
  context.print(await toList(records, context))
  if (records.length === 0) return undefined
  const answer = (await context.ask('Number, id or title: '))?.trim()
  if (!answer) return undefined
  return records[Number(answer) - 1]?.id ?? answer
}

const listed = 10

async function newestSessions({ store }: Runtime): Promise<readonly SessionRecord[]> {
  const records = await store.sessions.find()
  return records.filter((record) => !isContinuation(record)).slice(0, listed)
}

async function toList(records: readonly SessionRecord[], { columns, runtime }: ReplContext): Promise<string> {
  if (records.length === 0) return 'There are no sessions yet.\n'
  const now = Date.now()
  const rows = records.map(async (record, index) => {
    const age = formatAge(record.lastActivityAtMs, now).padEnd(11)
    const row = `${String(index + 1).padStart(3)}  ${record.id}  ${age}  ${await nameOf(record, runtime)}`
    return `${truncate(row, columns()).trimEnd()}\n`
  })
  return (await Promise.all(rows)).join('')
}

/** The title, or how the conversation began. */
async function nameOf(record: SessionRecord, { store }: Runtime): Promise<string> {
  if (record.title !== undefined) return oneLine(record.title)
  const stored = await store.messages.load(record.id)
  const first = stored.find(({ message }) => message.role === 'user')
  return first ? oneLine(textOf(first.message.content).slice(0, 200)) : ''
}
