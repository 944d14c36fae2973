import { join } from 'node:path'
import type { Conversations } from '@hermes/conversations'
import type { CommandTable } from '@hermes/conversations/commands'
import { ConfigError, describeError } from '@hermes/core'
import type { PlatformAdapter } from '@hermes/core/platform'
import { type OpenPlatformOptions, openPlatform, type Runtime } from '@hermes/runtime'
import type { Delivery } from '@hermes/scheduler'
import { createBatches } from './inbox/batches.js'
import { connectNetwork } from './inbox/connect-network.js'
import { createInbox } from './inbox/inbox.js'
import { createOverheard } from './inbox/overheard.js'
import type { ChatNetwork } from './network/chat-network.js'
import { deliverToChats } from './outbox/deliver-to-chats.js'
import { createOutbox } from './outbox/outbox.js'
import { workOnMessages } from './outbox/work-on-messages.js'
import { createBotGuard } from './people/bot-guard.js'
import { createPairing } from './people/pairing.js'
import { createReplies } from './replies/replies.js'

export interface StartChatsOptions {
  readonly runtime: Runtime
  readonly conversations: Conversations
  readonly commands: CommandTable
  readonly workingDirectory: string
  readonly say: (line: string) => void
  /** Default: the adapters that the settings name. */
  readonly openPlatform?: OpenPlatform | undefined
}

export type OpenPlatform = (options: OpenPlatformOptions) => Promise<PlatformAdapter>

export interface Chats {
  readonly networks: readonly ChatNetwork[]
  /** Sends results of jobs to chats. Absent without networks. */
  readonly delivery?: Delivery
  /** Receives nothing more. What was received and not started stays in the inbox. */
  stopReceiving(): Promise<void>
  /** Sends what is ready, for at most `graceMs`. Call it after the turns have ended. */
  stop(graceMs: number): Promise<void>
}

/**
 * Connects the chat networks of the settings. A network that cannot be opened is reported, and the others are connected.
 * @throws {ConfigError} when the store has no work queue.
 */
export async function startChats(options: StartChatsOptions): Promise<Chats> {
  const { runtime, conversations, workingDirectory, say } = options
  const { store, logger, paths, questions } = runtime
  const networks = await openNetworks(options)
  const { queue, values } = store
  if (networks.size === 0) return { networks: [], stopReceiving: async () => undefined, stop: async () => undefined }
  if (!queue || !values) throw new ConfigError('store', 'Chat networks need a store with a work queue.')
  const outbox = createOutbox({ queue, values, networks, logger })
  const pairing = createPairing(values)
  const folders = { received: join(paths.home, 'cache', 'received'), workingDirectory, home: paths.home }
  const common = { conversations, queue, networks, outbox, pairing, logger }
  const replies = createReplies({ ...common, store, values, folders })
  const [bots, batches] = [createBotGuard(values), createBatches({ queue, values })]
  const inbox = createInbox({
    ...common,
    questions,
    replies,
    bots,
    batches,
    overheard: createOverheard(values),
    workingDirectory,
  })
  await replies.recover()
  const [receiving, replying, sending] = [new AbortController(), new AbortController(), new AbortController()]
  const report = (what: string) => (error: unknown) => say(`${what} have stopped: ${describeError(error)}`)
  const incoming = inbox.work(receiving.signal).catch(report('Messages of chats'))
  const answers = replies.work(replying.signal).catch(report('Answers to chats'))
  const messages = workOnMessages(common, receiving.signal).catch(report('Messages of tools'))
  const outgoing = outbox.work(sending.signal).catch(report('Messages to chats'))
  const connections = [...networks.values()].map((network) => {
    void setMenu(network, options)
    return connectNetwork({ network, queue, logger, say, signal: receiving.signal })
  })
  return {
    networks: [...networks.values()],
    delivery: deliverToChats({ networks, outbox }),
    async stopReceiving() {
      receiving.abort()
      await Promise.all([incoming, messages, ...connections])
    },
    async stop(graceMs) {
      replying.abort()
      await answers
      await outbox.drain(AbortSignal.timeout(graceMs))
      sending.abort()
      await outgoing
      await Promise.all([...networks.values()].map(({ adapter }) => adapter[Symbol.asyncDispose]()))
    },
  }
}

async function openNetworks({
  runtime,
  say,
  openPlatform: open = openPlatform,
}: StartChatsOptions): Promise<ReadonlyMap<string, ChatNetwork>> {
  const { config, paths, logger } = runtime
  const networks = new Map<string, ChatNetwork>()
  for (const [name, settings] of Object.entries(config.platforms)) {
    if (!settings.enabled) continue
    try {
      networks.set(name, { name, settings, adapter: await open({ name, settings, paths, logger }) })
    } catch (error) {
      say(`${name} is not connected: ${describeError(error)}`)
    }
  }
  return networks
}

const menuMs = 30_000

async function setMenu({ name, adapter }: ChatNetwork, { commands, runtime }: StartChatsOptions): Promise<void> {
  if (!adapter.setCommands) return
  const everyone = { id: name, role: 'user' } as const
  const listed = commands.list({ kind: 'chat', name }, everyone)
  try {
    await adapter.setCommands(listed, { signal: AbortSignal.timeout(menuMs) })
  } catch (error) {
    runtime.logger.log('warn', `The menu of ${name} was not set.`, { error: describeError(error) })
  }
}
