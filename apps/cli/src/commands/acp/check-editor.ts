import type { CommandContext } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { openRuntime } from '../../setup/open-runtime.js'

/** Opens everything that an editor needs, and reports which model would answer. */
export async function checkEditor(context: CommandContext): Promise<number> {
  const { io, program } = context
  await using runtime = await openRuntime(context)
  const { id, provider, isOffline } = runtime.model
  if (isOffline) {
    await writeLine(io.stderr, `${program}: ${io.t`No provider is configured: run \`hermes acp --setup\`.`}`)
    return exitCode.failed
  }
  await import('@hermes/acp')
  await writeLine(io.stdout, io.t`Ready for editors: ${id} by ${provider}`)
  return exitCode.ok
}
