import { openHost, type Runtime, type Surface } from '@hermes/runtime'
import { writeLine } from '../io.js'
import { safeText } from '../render/safe-text.js'
import { findPreparedHome, type HomeOptions, toOverrides } from './open-home.js'

/** Everything wired for one surface; dispose it to close the store and to end what still runs. */
export async function openRuntime(options: HomeOptions, surface: Omit<Surface, 'source'> = {}): Promise<Runtime> {
  const { io, values } = options
  const { env: variables, workingDirectory } = io
  const host = await openHost({
    paths: await findPreparedHome(options),
    variables,
    overrides: toOverrides(values, workingDirectory),
    canRestart: surface.canRestart ?? false,
  })
  for (const warning of host.warnings) await writeLine(io.stderr, `hermes: ${safeText(warning)}`)
  const runtime = await host.open({ surface: { source: 'cli', ...surface }, workingDirectory, endsHost: true })
  for (const warning of runtime.warnings) runtime.logger.log('warn', warning)
  return runtime
}
