import { homedir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type Choice, ConfigError, describeError, type SessionId } from '@hermes/core'
import { createConversationHomes } from '@hermes/platforms/messages'
import { openPlatform, receivedFolder, setConfigValue, zoneOf } from '@hermes/runtime'
import { untilThereIsRoom } from '../until-there-is-room.js'
import { createBusyModes } from './busy/busy-modes.js'
import { type Chats, noChats } from './chats.js'
import { createAccountBook } from './connect/account-book.js'
import type { ConnectOptions } from './connect/connect-network.js'
import { createConnections } from './connect/connections.js'
import { networkStates } from './connect/network-state.js'
import { createPauses } from './connect/pauses.js'
import { setMenu } from './connect/set-menu.js'
import { tellAttention } from './connect/tell-attention.js'
import { createHandoffs } from './handoffs/handoffs.js'
import { workOnHandoffs } from './handoffs/work-on-handoffs.js'
import { createAlbums } from './inbox/albums.js'
import { createBatches } from './inbox/batches.js'
import { createDispatch } from './inbox/dispatch.js'
import { createInbox } from './inbox/inbox.js'
import { createOverheard } from './inbox/overheard.js'
import type { ChatNetwork } from './network/chat-network.js'
import { createMessageTimes } from './network/message-times.js'
import { createShownNames, keyOfNames } from './network/shown-names.js'
import { deliverToChats } from './outbox/deliver-to-chats.js'
import { createNotices } from './outbox/notices.js'
import { createOutbox, type OutboxOptions } from './outbox/outbox.js'
import { tellHome } from './outbox/tell-home.js'
import { workOnJobMessages } from './outbox/work-on-job-messages.js'
import { workOnMessages } from './outbox/work-on-messages.js'
import { createAccess } from './people/access.js'
import { createAdministered } from './people/administered.js'
import { createAuditLog } from './people/audit-log.js'
import { createBotGuard } from './people/bot-guard.js'
import { createChatConversations } from './people/chat-conversations.js'
import { createPairing } from './people/pairing.js'
import { createPermissions } from './people/permissions.js'
import { createRefusalNotices } from './people/refusal-notices.js'
import { createReplacedConversations } from './people/replaced-conversations.js'
import { createSenderGuard } from './people/sender-guard.js'
import { createStrangers } from './people/strangers.js'
import { tellOfProcesses } from './processes/tell-of-processes.js'
import { wakeChats } from './processes/wake-chats.js'
import { turnLimitsOf } from './replies/limits/turn-limits-of.js'
import { settleLeftQuestions } from './replies/questions/settle-left-questions.js'
import { createReplies } from './replies/replies.js'
import { createToolCallLog } from './replies/tools/tool-call-log.js'
import { createTurnsElsewhere } from './replies/turns-elsewhere.js'
import { createChatResults } from './results/chat-results.js'
import type { StartChatsOptions } from './start-chats-options.js'
import { createSpeech } from './voice/speech.js'
import { createVoiceModes } from './voice/voice-modes.js'

/** Interval between checks for changed settings, in milliseconds. */
const settingsIntervalMs = 5_000

/**
 * Connects the chat networks of the settings. A network that cannot be opened is reported, and the others are connected.
 * @throws {ConfigError} when the store has no work queue.
 */
export async function startChats(options: StartChatsOptions): Promise<Chats> {
  const { runtime, conversations, commands, people, workingDirectory, say, machineClaims } = options
  const { accounts = createAccountBook().of('default') } = options
  const { store, logger, paths, questions } = runtime
  const { queue, values, claims: storeClaims } = store
  let applied = runtime.config.platforms
  if (!Object.values(applied).some(({ enabled }) => enabled)) return noChats
  if (!queue || !values || !people) throw new ConfigError('store', 'Chat networks need a store with a work queue.')
  const { links, budgets } = people
  const whenThereIsRoom = <Result>(use: () => Promise<Result>) =>
    untilThereIsRoom(use, {
      onFull: (error) => say(`Chats are waiting for the session store: ${describeError(error)}`),
    })
  const claims = [storeClaims, machineClaims].filter((each) => each !== undefined)
  const permissions = createPermissions({ commands, budgets, people: () => runtime.config.people })
  const onConnect = (network: ChatNetwork) => void setMenu(network, { commands, permissions, logger })
  const open = options.openPlatform ?? openPlatform
  const variables = () => runtime.variables
  const onActivity: ConnectOptions['onActivity'] = (source, activity) => runtime.hooks.tellActivity?.(source, activity)
  const connections = createConnections({
    accounts,
    queue,
    claims,
    logger,
    say,
    paths,
    variables,
    openPlatform: open,
    onConnect,
    onActivity,
  })
  const { networks } = connections
  const pauses = createPauses(values)
  await connections.apply(applied)
  await connections.setPaused(await whenThereIsRoom(() => pauses.list()))
  const homes = createConversationHomes(values)
  const results = createChatResults({ store, values, homes, now: Date.now })
  const handoffs = createHandoffs({ values, store })
  const onSent: OutboxOptions['onSent'] = async (message, sent) => {
    await results.noteSent(message, sent)
    await handoffs.noteSent(message, sent)
  }
  const outbox = createOutbox({ queue, values, networks, held: connections, onSent, logger })
  const pairing = createPairing(values)
  const folders = {
    receivedBy: (conversation: SessionId) => receivedFolder(paths, conversation),
    spoken: join(paths.home, 'cache', 'speech'),
    transcriber: () => runtime.transcriber,
    workingDirectory,
    home: paths.home,
    userFolder: homedir(),
  }
  const access = createAccess({ networks, pairing, links })
  const audit = createAuditLog(join(paths.logs, 'audit.jsonl'), logger)
  const strangers = createStrangers({ access, pairing, outbox, audit })
  const surroundings = { workingDirectory, guestToolsets: () => runtime.config.people.guest.toolsets }
  const administered = createAdministered(values)
  const { agentFor } = runtime
  const replaced = createReplacedConversations({ conversations, store, values, outbox, agentFor, logger })
  const chatConversations = createChatConversations({
    conversations,
    store,
    links,
    administered,
    replaced,
    surroundings,
  })
  const common = { conversations, chatConversations, queue, networks, outbox, access, strangers, surroundings, logger }
  const hidesIds = () => runtime.config.privacy.redact_pii
  const names = createShownNames({ key: await whenThereIsRoom(() => keyOfNames(values)), hidesIds })
  const times = createMessageTimes({
    isOn: () => runtime.config.gateway.message_timestamps.enabled,
    zone: () => zoneOf(runtime.config.cron),
  })
  const limits = () => turnLimitsOf(runtime.config.agent)
  const display = () => runtime.config.display
  const voice = { modes: createVoiceModes(values), speaker: () => runtime.speaker }
  const speech = createSpeech({ ...common, ...voice, folder: folders.spoken })
  const busyModes = createBusyModes(values)
  const toolCalls = createToolCallLog(paths.logs, logger)
  // The turn itself reports a problem with the choice.
  const windowOf = (choice: Choice) =>
    runtime.agentFor(choice).then(
      ({ model }) => model.contextWindow,
      () => undefined,
    )
  const replies = createReplies({
    ...common,
    replaced,
    commands,
    permissions,
    windowOf,
    store,
    values,
    folders,
    names,
    speech,
    homes,
    busyModes,
    limits,
    display,
    toolCalls,
    times,
  })
  const notices = createNotices({ ...common, homes, untilPut: replies.untilPut })
  const turnsElsewhere = createTurnsElsewhere({ queue, questions, commands, replies, replaced })
  const [bots, senders] = [createBotGuard(values), createSenderGuard(values)]
  const [albums, batches] = [createAlbums({ queue, values }), createBatches({ queue, values })]
  const overheard = createOverheard(values, names, times)
  const saveSetting = (path: string, value: string) => setConfigValue(paths, path, value)
  const attentionMs = () => runtime.config.agent.reconnect_attention_after * 1000
  const { health } = connections
  const platforms = { pauses, health, attentionMs, refresh: () => refresh() }
  const sayAttention = tellAttention({ health, attentionMs, say })
  const rules = { pairing, links, permissions, audit, bots, senders, saveSetting, voice, busyModes, platforms, display }
  const inbox = createInbox({
    ...common,
    commands,
    hooks: () => runtime.hooks,
    dispatch: createDispatch(() => runtime.hooks),
    ...rules,
    store,
    handoffs,
    questions,
    replies,
    turnsElsewhere,
    albums,
    batches,
    overheard,
    refusals: createRefusalNotices(values),
  })
  await whenThereIsRoom(() => replies.recover())
  tellOfProcesses({ ...common, processes: runtime.processes, store, values, homes, display })
  wakeChats({ ...common, processes: runtime.processes, replies, values })
  const [receiving, replying, sending] = [new AbortController(), new AbortController(), new AbortController()]
  const report = (what: string) => (error: unknown) => say(`${what} have stopped: ${describeError(error)}`)
  const incoming = inbox.work(receiving.signal).catch(report('Messages of chats'))
  const answers = replies.work(replying.signal).catch(report('Answers to chats'))
  const spoken = speech.work(replying.signal).catch(report('Spoken answers'))
  const passed = turnsElsewhere.work(receiving.signal).catch(report('Messages of other gateways'))
  const messages = workOnMessages({ ...common, texts: replies, folders }, receiving.signal).catch(
    report('Messages of tools'),
  )
  const delivery = deliverToChats({
    ...common,
    results,
    homes,
    folders,
    wraps: () => runtime.config.cron.wrap_response,
  })
  const ofJobs = workOnJobMessages({ ...common, delivery }, receiving.signal).catch(report('Messages of jobs'))
  const handedOver = workOnHandoffs({ ...common, store, links }, receiving.signal).catch(report('Handoffs'))
  const settling = settleLeftQuestions({ ...common, values, questions }, receiving.signal)
  const outgoing = outbox.work(sending.signal).catch(report('Messages to chats'))
  let refreshing = Promise.resolve()
  async function applySettings(): Promise<void> {
    // Reads changed files. Invalid ones are reported, and leave the settings unchanged.
    await runtime.agentFor({}).catch(() => undefined)
    const { platforms } = runtime.config
    if (receiving.signal.aborted) return
    await connections.setPaused(await pauses.list())
    sayAttention()
    if (isDeepStrictEqual(platforms, applied)) return
    applied = platforms
    await connections.apply(platforms)
  }
  const refresh = () => {
    refreshing = refreshing.then(applySettings).catch(report('Changes of chat networks'))
    return refreshing
  }
  const timer = setInterval(() => void refresh(), settingsIntervalMs)
  return {
    networks,
    health,
    states: () => networkStates(health, attentionMs()),
    delivery,
    isStranger: access.isStranger,
    beforeTurn: (turn) => results.bringTo(turn),
    tell: ({ id: conversation, text }, id) => tellHome({ id, conversation, text }, { ...common, homes }),
    tellNotice: notices.tell,
    receive: () => connections.receive(),
    refresh,
    async stopReceiving() {
      clearInterval(timer)
      receiving.abort()
      await refreshing
      await Promise.all([incoming, passed, messages, ofJobs, handedOver, settling, connections.stopReceiving()])
    },
    async stop(graceMs) {
      replying.abort()
      await Promise.all([answers, spoken])
      await notices.untilTold()
      await outbox.drain(AbortSignal.timeout(graceMs))
      sending.abort()
      await outgoing
      await connections[Symbol.asyncDispose]()
      await Promise.all([audit[Symbol.asyncDispose](), toolCalls[Symbol.asyncDispose]()])
    },
  }
}
