import { createCleanup } from '../cleanup.js'
import type { OpenHome } from '../home/open-home.js'
import type { Runtime } from '../runtime.js'
import { describeTools } from '../toolsets/tool-status.js'
import { openGeneration } from './open-generation.js'
import { type InForce, openSurfaceServices, type SurfaceOptions } from './surface-services.js'

/**
 * Opens a home for one surface: an environment, toolsets and questions of its own, and the home's store and models.
 * @throws {ConfigError} when a setting cannot work: no such provider, no key, no such folder or toolset.
 */
export async function openSurface(home: OpenHome, options: SurfaceOptions): Promise<Runtime> {
  const { snapshot, surface } = options
  const { config, variables } = snapshot
  await using opening = createCleanup()
  const choosing = home.models(snapshot, surface)
  // It is waited for below; until then the environment may fail first.
  choosing.catch(() => undefined)
  const inForce: InForce = {}
  const services = await openSurfaceServices(home, options, inForce, opening)
  const models = await choosing
  inForce.models = models
  const generation = opening.use(await openGeneration({ home, services, snapshot, models }))
  const { main, features } = generation
  const { host, approvals } = services
  const { paths, logger, store } = home
  const checkpoints = features.features.flatMap(({ shown }) => shown?.checkpoints ?? [])[0]
  const ending = opening.move()
  return {
    config,
    paths,
    model: main.model.model,
    agent: host.turns.watch(main.agent),
    auxiliary: (task) => main.model.auxiliary(task),
    store,
    questions: host.questions,
    approvals: approvals.approvals,
    ...(checkpoints && { checkpoints }),
    logger,
    warnings: [...home.warnings, ...main.model.warnings, ...services.warnings],
    safetyWarnings: services.warnings,
    tools: () => main.executor.definitions(),
    promptSections: main.promptSections,
    describeTools: () => describeTools({ registry: main.registry, selected: main.selected(), variables, logger }),
    [Symbol.asyncDispose]: () => ending[Symbol.asyncDispose](),
  }
}
