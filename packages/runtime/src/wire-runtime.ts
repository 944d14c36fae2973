import { join } from 'node:path'
import { createSlidingWindow } from '@hermes/compressor'
import {
  type Agent,
  type ContextEngine,
  createAgent,
  type Environment,
  type Logger,
  type SessionStore,
  type Transport,
} from '@hermes/core'
import { chooseModel } from './choose-model.js'
import { chooseTransport } from './choose-transport.js'
import type { Config } from './config-schema.js'
import { createFileLogger } from './file-logger.js'
import { ensureHome } from './home-paths.js'
import { openCatalog } from './open-catalog.js'
import { openEnvironment } from './open-environment.js'
import { openStore } from './open-store.js'
import { defaultPromptSections } from './prompt/prompt-sections.js'
import type { Runtime, RuntimeModel, RuntimeOptions } from './runtime.js'
import { type WiredTools, wireTools } from './wire-tools.js'

/** Everything behind `createRuntime`. What can fail without leaving anything open comes first. */
export async function wireRuntime(options: RuntimeOptions): Promise<Runtime> {
  const { paths, config } = options
  await ensureHome(paths)
  const logger = createFileLogger({ folder: paths.logs, level: config.logging.level })
  const { transport, ...chosen } = await chooseTransport(options, logger)
  const { model, warnings } = chooseModel(chosen, config.model, openCatalog(paths, { logger }))
  const environment = await openEnvironment(options, logger)
  const tools = wireTools(options, environment, logger)
  // Names a toolset that does not exist, while there is nothing to close yet.
  await tools.executor.definitions()
  const store = await openStore(paths, { logger })
  return {
    config,
    paths,
    model,
    agent: wireAgent(options, { transport, model, environment, tools, store, logger }),
    store,
    logger,
    warnings,
    tools: () => tools.executor.definitions(),
    [Symbol.asyncDispose]: () => disposeAll([environment, store]),
  }
}

interface Parts {
  readonly transport: Transport
  readonly model: RuntimeModel
  readonly environment: Environment
  readonly tools: WiredTools
  readonly store: SessionStore
  readonly logger: Logger
}

function wireAgent({ config, paths }: RuntimeOptions, parts: Parts): Agent {
  const { transport, model, environment, tools, store, logger } = parts
  const { agent } = config
  return createAgent({
    transport,
    model: {
      id: model.id,
      ...(model.contextWindow && { contextWindow: model.contextWindow }),
      // Not what the catalog knows: many windows are no larger than the longest answer, and routers reserve credit for it.
      ...(config.model.max_tokens && { maxOutputTokens: config.model.max_tokens }),
      ...(agent.reasoning_effort && { reasoning: agent.reasoning_effort }),
    },
    tools: tools.executor,
    plugins: tools.plugins,
    store,
    ...(config.compression.enabled && { contextEngine: createEngine(config.compression) }),
    prompt: defaultPromptSections({
      environment,
      soul: join(paths.home, 'SOUL.md'),
      contextFileMaxChars: config.context_file_max_chars,
      ...(agent.system_prompt && { instructions: agent.system_prompt }),
    }),
    budget: { maxIterations: agent.max_turns, warnings: agent.budget_warnings },
    services: { logger },
  })
}

function createEngine(compression: Config['compression']): ContextEngine {
  return createSlidingWindow({
    threshold: compression.threshold,
    protectFirst: compression.protect_first_n,
    protectLast: compression.protect_last_n,
    targetRatio: compression.target_ratio,
  })
}

/** Ends all of them, even where one fails, and then fails with the first. */
async function disposeAll(resources: readonly AsyncDisposable[]): Promise<void> {
  const results = await Promise.allSettled(resources.map((resource) => resource[Symbol.asyncDispose]()))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}
