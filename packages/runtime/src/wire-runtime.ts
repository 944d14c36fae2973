import { join } from 'node:path'
import type { SessionStore, ToolExecutor } from '@hermes/core'
import { createRedactor } from '@hermes/safety/redact'
import { sessionSearchTools } from '@hermes/tools/session-search'
import { openCredentials } from './auth/credential-book.js'
import { chooseEngine } from './compression/choose-engine.js'
import { wireEmbedder } from './embedding/wire-embedder.js'
import { chooseEnvironment } from './environments/choose-environment.js'
import { wireCheckpoints } from './features/checkpoints/wire-checkpoints.js'
import { wireDelegation } from './features/delegation/wire-delegation.js'
import { nameSessions } from './features/titles/name-sessions.js'
import { wireVision } from './features/vision/wire-vision.js'
import { webPolicy } from './features/web/web-options.js'
import { createFileLogger } from './home/file-logger.js'
import { ensureHome } from './home/home-paths.js'
import { openStore } from './home/open-store.js'
import { ownSecrets } from './home/own-secrets.js'
import { createTurnLeases } from './leases/create-turn-leases.js'
import { resolveSideProviders } from './model/auxiliary/side-providers.js'
import { wireAuxiliary } from './model/auxiliary/wire-auxiliary.js'
import { chooseModel } from './model/choose-model.js'
import { chooseTransport } from './model/choose-transport.js'
import { openKnownModels } from './model/known-models.js'
import { recordCalls } from './model/record-calls.js'
import { defaultPromptSections } from './prompt/prompt-sections.js'
import type { Runtime, RuntimeOptions } from './runtime.js'
import { wireAgent } from './wire-agent.js'
import { wireQuestions } from './wire-questions.js'
import { wireTools } from './wire-tools.js'

/** Everything behind `createRuntime`. What can fail without leaving anything open comes first. */
export async function wireRuntime(given: RuntimeOptions): Promise<Runtime> {
  const { paths, config } = given
  await ensureHome(paths)
  const options = { ...given, credentials: given.credentials ?? (await openCredentials(paths, given.variables)) }
  const redactor = createRedactor({ values: ownSecrets(options) })
  const logger = createFileLogger({ folder: paths.logs, level: config.logging.level, redactor })
  const known = openKnownModels(options, logger)
  const record = recordCalls(options)
  const chosen = await chooseTransport({ ...options, known }, logger)
  const sideProviders = resolveSideProviders(options)
  const embedder = wireEmbedder(options, { usage: () => store.usage, logger })
  const engineFor = await chooseEngine(options, {
    model: () => auxiliary.model('compression'),
    logger,
    redact: (text) => redactor.redact(text),
  })
  // A model server of the user's own is asked meanwhile.
  const choosing = chooseModel(chosen, config, known)
  const environmentWarnings: string[] = []
  const environment = await chooseEnvironment(options, logger, (sentence) => environmentWarnings.push(sentence))
  const storeWarnings: string[] = []
  const onTrouble = (sentence: string) => void storeWarnings.push(sentence)
  const store = await openStore(paths, { logger, redactor, embedder, database: config.database, onTrouble })
  const questions = wireQuestions(options, store, logger)
  const judgeModel = () => auxiliary.model('approval')
  let contextWindow: number | undefined
  const services = { environment, store, questions, logger, redactor, judgeModel }
  const tools = wireTools(options, { ...services, contextWindow: () => contextWindow })
  await requireToolsets(tools.executor, store)
  const { model, warnings } = await choosing
  contextWindow = model.contextWindow
  const main = { transport: chosen.transport, model }
  const auxiliary = wireAuxiliary({ ...options, known, sideProviders, main, store, logger, record })
  const transport = record(chosen.transport)
  const prompt = defaultPromptSections({
    environment,
    soul: join(paths.home, 'SOUL.md'),
    contextFileMaxChars: config.context_file_max_chars,
    onBlocked: (path, findings) =>
      logger.log('warn', `${path} was left out of the system prompt: it looks like an attempt to steer the agent.`, {
        findings: [...findings],
      }),
    ...(config.agent.system_prompt && { instructions: config.agent.system_prompt }),
  })
  const delegation = wireDelegation({
    ...options,
    known,
    main: { transport, model, config },
    store,
    tools,
    prompt,
    logger,
    record,
    engineFor,
  })
  const vision = wireVision({
    environment,
    protect: { agentHome: paths.home },
    folderOf: tools.folderOf,
    fetching: { policy: webPolicy(config) },
    main,
    known,
    sideProviders,
    model: () => auxiliary.model('vision'),
  })
  const ofEngine = engineFor(model)?.tools ?? []
  const others = [...sessionSearchTools({ store }), ...vision, ...delegation.tools, ...ofEngine]
  for (const tool of others) tools.registry.register(tool)
  const names = nameSessions({ model: () => auxiliary.model('title_generation'), store, logger })
  const wantsNames = options.surface.namesSessions && config.auxiliary.title_generation.enabled
  const { checkpoints, plugins: checkpointPlugins } = wireCheckpoints(options, { environment, logger })
  const plugins = [...checkpointPlugins, ...tools.plugins, delegation.plugin, ...(wantsNames ? [names.plugin] : [])]
  const leases = store.values && { leases: createTurnLeases({ values: store.values, logger }) }
  return {
    config,
    paths,
    model,
    agent: tools.processes.watch(
      wireAgent(config, {
        transport,
        model,
        tools: tools.executor,
        plugins,
        store,
        logger,
        prompt,
        engineFor,
        ...leases,
      }),
    ),
    auxiliary: (task) => auxiliary.model(task),
    store,
    questions,
    approvals: tools.approvals,
    ...(checkpoints && { checkpoints }),
    logger,
    warnings: [...storeWarnings, ...warnings, ...environmentWarnings],
    safetyWarnings: environmentWarnings,
    tools: () => tools.executor.definitions(),
    promptSections: [...prompt, ...plugins.flatMap(({ promptSections = [] }) => promptSections)],
    describeTools: tools.describe,
    async [Symbol.asyncDispose]() {
      await delegation[Symbol.asyncDispose]()
      names[Symbol.dispose]()
      auxiliary[Symbol.dispose]()
      await names.settled()
      await questions[Symbol.asyncDispose]()
      await tools.processes[Symbol.asyncDispose]()
      await disposeAll([environment, store])
    },
  }
}

/** @throws {ConfigError} when the config names a toolset that does not exist. */
async function requireToolsets(executor: ToolExecutor, store: SessionStore): Promise<void> {
  try {
    await executor.definitions()
  } catch (error) {
    await store[Symbol.asyncDispose]()
    throw error
  }
}

/** Ends all of them, even where one fails, and then fails with the first. */
async function disposeAll(resources: readonly AsyncDisposable[]): Promise<void> {
  const results = await Promise.allSettled(resources.map((resource) => resource[Symbol.asyncDispose]()))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}
