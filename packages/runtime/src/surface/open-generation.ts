import { createToolRegistry } from '@hermes/tools'
import { type ComposedAgent, composeAgent } from '../agents/compose-agent.js'
import { createCleanup } from '../cleanup.js'
import type { ConfigSnapshot } from '../config/config-snapshot.js'
import { featureList } from '../features/feature-list.js'
import { type FeatureSet, openFeatures } from '../features/open-features.js'
import type { OpenHome } from '../home/open-home.js'
import type { ModelInUse, Models } from '../model/models.js'
import { promptOf } from '../prompt/prompt-of.js'
import { chooseToolsets } from '../toolsets/choose-toolsets.js'
import type { SurfaceServices } from './surface-services.js'

/** A surface under one state of the settings. */
export interface Generation extends AsyncDisposable {
  readonly snapshot: ConfigSnapshot
  readonly models: Models
  readonly features: FeatureSet
  /** The agent that the settings name. */
  readonly main: AgentInUse
}

export interface AgentInUse extends ComposedAgent {
  readonly model: ModelInUse
}

export interface GenerationOptions {
  readonly home: OpenHome
  readonly services: SurfaceServices
  readonly snapshot: ConfigSnapshot
  readonly models: Models
  /** Its features are taken over where their settings are the same. */
  readonly previous?: Generation | undefined
}

/** @throws {ConfigError} when a setting cannot work: no such toolset, a service without its key. */
export async function openGeneration(options: GenerationOptions): Promise<Generation> {
  const { home, services, snapshot, models, previous } = options
  const { host, approvals } = services
  const { config, variables } = snapshot
  await using opening = createCleanup()
  const features = opening.use(
    await openFeatures({ entries: featureList, host, snapshot, previous: previous?.features }),
  )
  const assessors = Object.assign({}, ...features.features.map(({ assessors = {} }) => assessors))
  const gateFor = approvals.adopt(config, assessors)
  const registry = createToolRegistry(features.features.flatMap(({ tools = [] }) => tools))
  const toolsets = chooseToolsets(config, host.surface)

  const { environment, folderOf, spill, programs, logger, redactor } = host
  const main: AgentInUse = {
    model: models.main,
    ...composeAgent({
      main: models.main,
      prompt: promptOf(config, host),
      toolsets,
      features: features.features,
      registry,
      executor: {
        gate: gateFor(),
        redactor,
        toolSearch: config.tools.tool_search,
        environment,
        folderOf,
        spill,
        programs,
        variables,
        logger,
      },
      store: home.store,
      ...(home.leases && { leases: home.leases }),
      modelFor: models.use,
    }),
  }
  // Names a toolset that does not exist.
  await main.executor.definitions()
  const ending = opening.move()
  return { snapshot, models, features, main, [Symbol.asyncDispose]: () => ending[Symbol.asyncDispose]() }
}
