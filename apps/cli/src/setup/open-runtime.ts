import { createRuntime, type Runtime, type Surface } from '@hermes/runtime'
import { writeLine } from '../io.js'
import { safeText } from '../render/safe-text.js'
import { type HomeOptions, openHome } from './open-home.js'

/** Everything wired for one surface; dispose it to close the store and to end what still runs. */
export async function openRuntime(options: HomeOptions, surface: Omit<Surface, 'source'> = {}): Promise<Runtime> {
  const { paths, config, variables, warnings } = await openHome(options)
  for (const warning of warnings) await writeLine(options.io.stderr, `hermes: ${safeText(warning)}`)
  const runtime = await createRuntime({
    paths,
    config,
    variables,
    workingDirectory: options.io.workingDirectory,
    surface: { source: 'cli', ...surface },
  })
  for (const warning of runtime.warnings) runtime.logger.log('warn', warning)
  return runtime
}
