import { migrateConfig as migrate } from '@hermes/runtime'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { tell, writeLine } from '../../io.js'
import { oneLine } from '../../render/text/safe-text.js'
import { findPreparedHome } from '../../setup/open-home.js'

/** `hermes config migrate [--dry-run]` */
export const migrateConfig: CommandHandler = async ({ io, values }) => {
  const paths = await findPreparedHome({ io, values })
  const isDry = values['dry-run'] === true
  const settings = await migrate(paths, { isDry })
  for (const { path, movedTo, becomes } of settings) {
    const name = oneLine(path)
    if (becomes !== undefined) {
      await writeLine(io.stdout, io.t`set    ${name} to ${becomes}`)
      continue
    }
    await writeLine(io.stdout, movedTo === undefined ? io.t`remove ${name}` : io.t`move   ${name} to ${movedTo}`)
  }
  if (settings.length === 0) await tell(io, 'There is nothing to migrate.')
  else if (!isDry) await tell(io, `Changed ${paths.config}. The previous one is in backups/config.`)
  return exitCode.ok
}
