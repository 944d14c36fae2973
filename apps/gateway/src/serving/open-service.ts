import { type Conversation, createConversations } from '@hermes/conversations'
import { describeError } from '@hermes/core'
import { openJobs } from '@hermes/runtime'
import { holdersOf } from '../api/access/api-keys.js'
import { createKeysInForce } from '../api/access/keys-in-force.js'
import { createRequestLimit } from '../api/access/limit-requests.js'
import { createCompletionAnswers } from '../api/completions/completion-answers.js'
import { keepSwept } from '../api/files/keep-swept.js'
import { createCallCounts } from '../api/metrics/call-counts.js'
import { createRequestCounts } from '../api/metrics/request-counts.js'
import { createTurnCounts } from '../api/metrics/turn-counts.js'
import { createRequestModels } from '../api/models/request-models.js'
import { createProbes } from '../api/probes.js'
import { createReadiness } from '../api/readiness.js'
import { createKeyedRequests } from '../api/request/keyed-requests.js'
import { createRunJournals } from '../api/runs/events/run-journals.js'
import { workOnOrders } from '../api/runs/orders/work-on-orders.js'
import { createRunBook } from '../api/runs/record/run-book.js'
import { createRunOrders } from '../api/runs/record/run-orders.js'
import { beginRun } from '../api/runs/start/begin-run.js'
import { recoverRuns } from '../api/runs/takeover/recover-runs.js'
import { runsQueue, workOnRuns } from '../api/runs/takeover/work-on-runs.js'
import { createAsides } from '../asides/asides.js'
import type { Chats } from '../chats/chats.js'
import { createLinks } from '../chats/people/links.js'
import { openRoles } from '../chats/people/open-roles.js'
import { hasBudgets } from '../chats/people/people-budgets.js'
import { startChats } from '../chats/start-chats.js'
import { createEnterConversation } from '../heartbeats/enter-conversation.js'
import { createOwnWork } from '../own-work/own-work.js'
import { createRunningTurns } from '../spending/running-turns.js'
import { untilThereIsRoom } from '../until-there-is-room.js'
import { readVersion } from '../version.js'
import { startWebhooks } from '../webhooks/start-webhooks.js'
import { createAccount } from './account.js'
import { betweenTurns } from './between-turns.js'
import { catalogOf } from './catalog-of.js'
import { gatewayCommands } from './gateway-commands.js'
import { hasProvider } from './has-provider.js'
import { createAppLoader } from './load-app.js'
import { openBudgets } from './open-budgets.js'
import { openFiles } from './open-files.js'
import { createRefusalOfJob } from './refusal-of-job.js'
import type { Service, ServiceOptions } from './service.js'

const removed = 'Its sender may not write to this agent any more.'
const outdated = 'The model has read of these background processes meanwhile.'

/** How long messages to chats may still be sent after the last turn has ended, in milliseconds. */
const sendGraceMs = 1_500

/**
 * Connects a runtime's agent to its chat networks. The routes of its API are loaded later.
 * @throws {ConfigError} without a key, or with one that is too weak for the address.
 */
export async function openService({
  runtime,
  source,
  workingDirectory,
  logger,
  lines,
  say = () => undefined,
  openPlatform,
  machineClaims,
  accounts,
  profiles,
  tracing,
}: ServiceOptions): Promise<Service> {
  const {
    host,
    model_name: modelName,
    max_request_mb: maxRequestMb,
    max_concurrent_runs: maxRuns,
    cors_origins: origins,
  } = runtime.config.gateway.api_server
  const { agentFor, store } = runtime
  const keys = createKeysInForce({
    settings: () => runtime.config.gateway.api_server,
    refresh: () => agentFor({}).catch(() => undefined),
    say,
    now: Date.now,
  })
  await runtime.skills?.refresh()
  const { values, queue } = store
  const jobs = values && queue && openJobs(store, runtime.config.cron, runtime.jobServices)
  const running = createRunningTurns()
  const holders = async () => holdersOf(await keys())
  const budgets = values && openBudgets({ values, people: () => runtime.config.people, holders, running, logger })
  const people = budgets && { links: createLinks(values), budgets: budgets.ofPeople }
  const roles = values && openRoles(values, () => runtime.config.platforms)
  const asides = queue && createAsides(queue)
  const commands = gatewayCommands({
    runtime,
    source,
    workingDirectory,
    ...(people && { links: people.links }),
    ...(asides && { asides }),
  })
  const keyedRequests = store.values && createKeyedRequests(store.values)
  const completionAnswers = store.values && createCompletionAnswers(store.values, store)
  const files = openFiles(runtime, store)
  const requests = createRequestCounts()
  const turns = createTurnCounts()
  const calls = createCallCounts()
  let chats: Chats | undefined
  const onUntold = (error: unknown) =>
    logger.log('warn', 'A notice could not be shown in its chat.', { error: describeError(error) })
  const account = createAccount({
    store,
    budgets: budgets?.ofKeys,
    spending: budgets?.spending,
    running,
    count: calls.add,
    async refusalOfPerson({ id }, ahead) {
      if (!hasBudgets(runtime.config.people)) return undefined
      const role = await roles?.roleOf(id)
      return role && budgets?.ofPeople.refusalOfTurn(id, role, ahead)
    },
  })
  const endAccount = runtime.modelCalls.follow(account.onModelCalls)
  const runs = store.values && createRunBook(store.values)
  const conversations = createConversations({
    store,
    agentFor,
    questions: runtime.questions,
    commands,
    compression: () => betweenTurns(runtime.config),
    maxRecoveries: () => runtime.config.agent.max_recoveries,
    async admitTurn(turn) {
      const { id, input, by, isContinued } = turn
      // The turn waited, and the settings have changed in the meantime.
      if (!isContinued && (await chats?.isStranger(by.id))) return { refusal: removed }
      const isOutdated = typeof input === 'string' && !(await runtime.processes.isDue(id, input))
      return isOutdated ? { refusal: outdated, reason: 'outdated' } : account.admitTurn(turn)
    },
    async beforeTurn(turn) {
      await Promise.all([
        chats?.beforeTurn(turn),
        runs && beginRun(turn, { runs, store }),
        completionAnswers?.begin(turn),
      ])
    },
    onNotice: (notice) => void chats?.tellNotice(notice).catch(onUntold),
    async onTurnEnd(turn) {
      turns.add(turn)
      await account.onTurnEnd(turn)
    },
    onSideCall: account.onSideCall,
    services: { logger },
  })
  lines?.onLine((text, sessionId) => {
    const show = (conversation: Conversation) => conversation.notify({ code: 'told', text })
    conversations.open({ id: sessionId }).then(show).catch(onUntold)
  })
  const limit = createRequestLimit(maxRuns)
  const readiness = createReadiness({
    store,
    hasProvider: () => hasProvider(runtime),
    isStopping: () => conversations.isClosing,
    logger,
  })
  const runWork = queue && createOwnWork(queue, runsQueue)
  const runOrders = values && queue && createRunOrders({ queue, values })
  const stopped = new AbortController()
  let runsWork: Promise<void> | undefined
  /** Turns can be stopped until the last one has ended. */
  const closed = new AbortController()
  let ordersWork: Promise<void> | undefined
  let asidesWork: Promise<void> | undefined
  const services = {
    conversations,
    store,
    limit,
    modelName,
    models: createRequestModels({ settings: () => runtime.config.gateway.api_server, agentFor }),
    source,
    workingDirectory,
    logger,
    questions: runtime.questions,
    journals: createRunJournals(),
    ...(budgets && { budgets: budgets.ofKeys }),
    ...(keyedRequests && { keyedRequests }),
    ...(completionAnswers && { completionAnswers }),
    ...(runWork && { runWork }),
    ...(runOrders && { runOrders }),
    ...(files && { files }),
    ...(tracing && { tracing }),
  }
  const answerer = { runtime, conversations, workingDirectory }
  const others = new Map(Array.from(profiles ?? [], ([name, profile]) => [name, profile.answerer]))
  const events = await startWebhooks({ ...answerer, profiles: others, say })
  const loadApp = createAppLoader(profiles, {
    ...services,
    ...(runs && { runs }),
    ...(jobs && { jobs }),
    showsReasoning: () => runtime.config.display.show_reasoning,
    networks: () => chats?.health ?? new Map(),
    webhooks: { get: (name) => chats?.networks.get(name)?.adapter },
    ...(events && { receiveWebhook: events.receive }),
    keys,
    origins,
    host,
    readiness,
    requests,
    turns,
    calls,
    version: readVersion(),
    catalog: catalogOf(runtime),
    maxBodyBytes: maxRequestMb * 2 ** 20,
  })
  const started = await startChats({
    runtime,
    conversations,
    commands,
    people,
    workingDirectory,
    say,
    openPlatform,
    machineClaims,
    accounts,
  })
  chats = started
  return {
    loadApp,
    probes: createProbes({ conversations, readiness }),
    requests,
    answerer,
    networks: () => started.states(),
    enterConversation:
      values && queue && jobs && roles
        ? createEnterConversation({ conversations, store, values, queue, book: jobs, roleOf: roles.roleOf })
        : undefined,
    refusalOfJob: budgets && roles ? createRefusalOfJob({ ...budgets, ...roles }) : async () => undefined,
    deliveries: started.delivery ? [started.delivery] : [],
    refresh: () => started.refresh(),
    async recover() {
      started.receive()
      asidesWork = asides?.work({ conversations, store, chats: started, logger }, stopped.signal)
      if (!runs || !keyedRequests) return void (await conversations.resumeQueued())
      await recoverRuns({ ...services, runs, keyedRequests })
      await untilThereIsRoom(() => keyedRequests.forget(Date.now()))
      await untilThereIsRoom(async () => completionAnswers?.forget(Date.now()))
      if (files) void keepSwept(files, logger, stopped.signal)
      if (!runWork || !runOrders) return
      ordersWork = workOnOrders({ conversations, runs, runOrders }, closed.signal).catch((error: unknown) => {
        logger.log('error', `Runs cannot be stopped or steered from other gateways any more: ${describeError(error)}`)
      })
      runsWork = workOnRuns({ ...services, runs, keyedRequests, runWork }, stopped.signal).catch((error: unknown) => {
        logger.log('error', `Runs of other processes are not taken over any more: ${describeError(error)}`)
      })
    },
    async stop(graceMs) {
      stopped.abort()
      await Promise.all([
        started.stopReceiving(),
        events?.stop(),
        conversations.drain({ signal: AbortSignal.timeout(graceMs) }),
      ])
      await asidesWork
      await started.stop(sendGraceMs)
    },
    async close() {
      await conversations[Symbol.asyncDispose]()
      closed.abort()
      await Promise.all([runsWork, ordersWork])
      endAccount()
      await budgets?.spending.write()
    },
  }
}
