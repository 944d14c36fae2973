import { join } from 'node:path'
import { createSlidingWindow } from '@hermes/compressor'
import {
  type Agent,
  type ContextEngine,
  createAgent,
  type Environment,
  type Logger,
  type SessionStore,
} from '@hermes/core'
import { type ChosenTransport, chooseTransport } from './choose-transport.js'
import type { Config } from './config-schema.js'
import { createFileLogger } from './file-logger.js'
import { ensureHome } from './home-paths.js'
import { openEnvironment } from './open-environment.js'
import { openStore } from './open-store.js'
import { defaultPromptSections } from './prompt/prompt-sections.js'
import type { Runtime, RuntimeOptions } from './runtime.js'
import { type WiredTools, wireTools } from './wire-tools.js'

/** Everything behind `createRuntime`. What can fail without leaving anything open comes first. */
export async function wireRuntime(options: RuntimeOptions): Promise<Runtime> {
  const { paths, config } = options
  await ensureHome(paths)
  const logger = createFileLogger({ folder: paths.logs, level: config.logging.level })
  const chosen = await chooseTransport(options, logger)
  const environment = await openEnvironment(options, logger)
  const tools = wireTools(options, environment, logger)
  // Names a toolset that does not exist, while there is nothing to close yet.
  await tools.executor.definitions()
  const store = await openStore(paths, { logger })
  return {
    config,
    paths,
    model: chosen.model,
    agent: wireAgent(options, { chosen, environment, tools, store, logger }),
    store,
    logger,
    tools: () => tools.executor.definitions(),
    [Symbol.asyncDispose]: () => disposeAll([environment, store]),
  }
}

interface Parts {
  readonly chosen: ChosenTransport
  readonly environment: Environment
  readonly tools: WiredTools
  readonly store: SessionStore
  readonly logger: Logger
}

function wireAgent({ config, paths }: RuntimeOptions, { chosen, environment, tools, store, logger }: Parts): Agent {
  const { model, agent } = config
  return createAgent({
    transport: chosen.transport,
    model: {
      id: chosen.model.id,
      ...(model.context_length && { contextWindow: model.context_length }),
      ...(model.max_tokens && { maxOutputTokens: model.max_tokens }),
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
