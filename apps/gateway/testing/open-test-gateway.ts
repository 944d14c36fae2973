import { join } from 'node:path'
import { createConversations } from '@hermes/conversations'
import { type Command, createCommandTable } from '@hermes/conversations/commands'
import { type ContextEngine, createAgent, createMemoryStore, type SessionStore, silentLogger } from '@hermes/core'
import { createQuestionDesk } from '@hermes/core/questions'
import { createJobBook } from '@hermes/scheduler'
import { type FakeTool, fakeTools, type ScriptedReply, scripted } from '@hermes/testkit'
import { onTestFinished } from 'vitest'
import type { ApiKey } from '../src/api/access/api-key.js'
import { holdersOf } from '../src/api/access/api-keys.js'
import { createBudgets } from '../src/api/access/budgets.js'
import { createRequestLimit } from '../src/api/access/limit-requests.js'
import { createCompletionAnswers } from '../src/api/completions/completion-answers.js'
import { createApp } from '../src/api/create-app.js'
import { createFileDisk } from '../src/api/files/file-disk.js'
import type { FileLimits } from '../src/api/files/file-limits.js'
import { createFileRecords } from '../src/api/files/file-records.js'
import { createFiles } from '../src/api/files/files.js'
import { createCallCounts } from '../src/api/metrics/call-counts.js'
import { createRequestCounts } from '../src/api/metrics/request-counts.js'
import { createTurnCounts } from '../src/api/metrics/turn-counts.js'
import { createRequestModels } from '../src/api/models/request-models.js'
import { createReadiness } from '../src/api/readiness.js'
import { createKeyedRequests } from '../src/api/request/keyed-requests.js'
import { createRunJournals } from '../src/api/runs/events/run-journals.js'
import { workOnOrders } from '../src/api/runs/orders/work-on-orders.js'
import { createRunBook } from '../src/api/runs/record/run-book.js'
import { createRunOrders } from '../src/api/runs/record/run-orders.js'
import { beginRun } from '../src/api/runs/start/begin-run.js'
import { listen } from '../src/serving/listen.js'
import { toListener } from '../src/serving/to-listener.js'
import { temporaryHome } from './serve-home.js'

export const testKey = 'test-key'

export interface TestGatewayOptions {
  readonly keepAliveMs?: number
  readonly maxRuns?: number
  /** How long an order waits for the gateway of its run, in milliseconds. */
  readonly orderWaitMs?: number
  /** Maximum size of a request body, in bytes. Default: 1 MiB. */
  readonly maxBodyBytes?: number
  readonly contextEngine?: ContextEngine
  /** Default: a new one in memory. */
  readonly store?: SessionStore
  /** Named keys in addition to {@link testKey}, which is the server's own. */
  readonly keys?: readonly ApiKey[]
  readonly origins?: readonly string[]
  /** The result of the tool `read_file`. */
  readonly readFile?: FakeTool
  readonly files?: Partial<FileLimits>
  /** The clock of the files. */
  readonly now?: () => number
  /** The folder of received files. Default: a new folder. */
  readonly received?: string
}

const echo: Command = {
  name: 'echo',
  description: 'say it',
  category: 'info',
  run: async (args) => ({ type: 'text', text: `You said: ${args}` }),
}

/** Opens the API of the gateway on a free port, with a scripted model behind it. It is closed when the test ends. */
export async function openTestGateway(replies: Iterable<ScriptedReply>, options: TestGatewayOptions = {}) {
  const {
    maxRuns = 10,
    maxBodyBytes = 2 ** 20,
    contextEngine,
    keepAliveMs,
    orderWaitMs,
    readFile = () => 'contents',
  } = options
  const transport = scripted(replies)
  const { store = createMemoryStore(), keys: named = [], origins } = options
  const allKeys: readonly ApiKey[] = [{ secret: testKey }, ...named]
  const keys = async () => allKeys
  const agent = createAgent({
    transport,
    store,
    tools: fakeTools({ read_file: readFile }),
    model: { id: 'm' },
    ...(contextEngine && { contextEngine }),
  })
  const limit = createRequestLimit(maxRuns)
  const { questions: table, queue, values } = store
  if (!table || !queue || !values) throw new Error('The store keeps no questions, values or work.')
  const questions = createQuestionDesk({ table })
  const runs = createRunBook(values)
  const completionAnswers = createCompletionAnswers(values, store)
  onTestFinished(() => questions[Symbol.asyncDispose]())
  const budgets = createBudgets({ values, holders: async () => holdersOf(allKeys), running: () => 0, now: Date.now })
  const { received = temporaryHome(), now = Date.now } = options
  const limits = { maxFileBytes: 2 ** 20, maxTotalBytes: 2 ** 22, keepMs: 0, ...options.files }
  const files = createFiles({
    records: createFileRecords(values),
    disk: createFileDisk({ received, receivedBy: (conversation) => join(received, conversation) }),
    limits: () => limits,
    now,
  })
  const turns = createTurnCounts()
  const agentFor = async () => ({ agent, model: { id: 'm', provider: 'p' } })
  const conversations = createConversations({
    store,
    questions,
    agentFor,
    async beforeTurn(turn) {
      await Promise.all([beginRun(turn, { runs, store }), completionAnswers.begin(turn)])
    },
    async onTurnEnd(turn) {
      turns.add(turn)
      await budgets.charge(turn.by, { usage: turn.result.usage, turns: 1 })
    },
    commands: createCommandTable({ commands: [echo] }),
  })
  const readiness = createReadiness({
    store,
    hasProvider: () => true,
    isStopping: () => conversations.isClosing,
    logger: silentLogger,
  })
  const runOrders = createRunOrders({ queue, values, ...(orderWaitMs !== undefined && { waitMs: orderWaitMs }) })
  const working = new AbortController()
  const ordersWork = workOnOrders({ conversations, runs, runOrders }, working.signal)
  onTestFinished(async () => {
    working.abort()
    await ordersWork
  })
  const services = {
    runOrders,
    conversations,
    store,
    limit,
    modelName: 'hermes',
    models: createRequestModels({
      settings: () => ({ model_name: 'hermes', model_routes: {}, direct_model_requests: false }),
      agentFor,
    }),
    source: 'api_server',
    workingDirectory: '/',
    logger: silentLogger,
    questions,
    runs,
    journals: createRunJournals(),
    budgets,
    keyedRequests: createKeyedRequests(values),
    completionAnswers,
    files,
    turns,
    calls: createCallCounts(),
  }
  const app = createApp({
    ...services,
    jobs: createJobBook({ store, zone: 'UTC' }),
    receiveWebhook: (context) => context.notFound(),
    keys,
    ...(origins && { origins }),
    host: '127.0.0.1',
    version: '1.2.3',
    catalog: {
      tools: async () => [],
      skills: async () => [],
      current: () => ({ id: 'm', provider: 'p' }),
      offers: async () => [],
    },
    maxBodyBytes,
    readiness,
    requests: createRequestCounts(),
    ...(keepAliveMs !== undefined && { keepAliveMs }),
  })
  const listener = await listen(toListener(app), { host: '127.0.0.1', port: 0 })
  onTestFinished(() => listener.close({ graceMs: 1_000 }))
  return { app, conversations, limit, store, transport, questions, services, files, received, url: listener.url }
}
