import { HermesError, silentLogger } from '@hermes/core'
import { chooseEnvironment } from '@hermes/runtime'
import { findHome } from '../../setup/open-home.js'
import type { CheckContext, Finding } from './check.js'

const limitMs = 30_000

/** Opens the configured environment of commands (a container, a host or an extension) and runs a command in it. */
export async function checkCommands(context: CheckContext): Promise<Finding> {
  const { loaded, io, t } = context
  if (!loaded) return { level: 'warning', text: t`not checked, because the settings cannot be read` }
  const { config, variables } = loaded
  const place = config.environment?.use ?? config.terminal.backend
  try {
    await using environment = await chooseEnvironment(
      {
        paths: findHome(context),
        config,
        variables,
        workingDirectory: io.workingDirectory,
        surface: { source: 'cli' },
      },
      silentLogger,
      () => undefined,
    )
    const child = await environment.spawn({ command: 'exit 0' }, { signal: AbortSignal.timeout(limitMs) })
    for await (const _ of child.output);
    const { code } = await child.exit
    if (code === 0) return { level: 'ok', text: t`${place}, in ${environment.workingDirectory}` }
    return { level: 'error', text: t`${place}: a no-op command failed with status ${code}` }
  } catch (error) {
    if (!HermesError.is(error)) throw error
    return { level: 'error', text: `${place}: ${t.of(error.message)}` }
  }
}
