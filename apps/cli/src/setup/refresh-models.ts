import { openCatalog, openLearnedWindows, openServerWindows } from '@hermes/runtime'
import { type HomeOptions, openHome } from './open-home.js'

/** Reloads the list of models, windows and prices. @throws {TransportError} when it cannot be loaded. */
export async function refreshModels(
  { io, values }: HomeOptions,
  signal: AbortSignal,
): Promise<{ readonly count: number; readonly source: string }> {
  const { paths, config, variables } = await openHome({ io, values })
  const catalog = openCatalog(paths, { variables, config })
  const { models, source } = await catalog.refresh({ signal })
  // Learned values may belong to older versions of the models.
  await openLearnedWindows(paths).forget()
  await openServerWindows(paths).forget()
  return { count: models.length, source }
}
