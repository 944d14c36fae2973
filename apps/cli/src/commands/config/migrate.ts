import { type MigratedSetting, migrateConfig as migrate } from '@hermes/runtime'
import type { Translate } from '@hermes/safety/language'
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
  for (const setting of settings) await writeLine(io.stdout, describe(setting, io.t))
  const hasChange = settings.some(({ stays }) => stays === undefined)
  if (!hasChange) await tell(io, 'There is nothing to migrate.')
  else if (!isDry) await tell(io, `Changed ${paths.config}. The previous one is in backups/config.`)
  return exitCode.ok
}

function describe({ path, movedTo, value, remark = '', stays }: MigratedSetting, t: Translate): string {
  const name = oneLine(path)
  if (typeof value === 'object') return t`rewrite ${name}`
  if (value !== undefined) return t`set    ${name} to ${oneLine(String(value))}`
  if (stays !== undefined) return t`keep   ${name}: ${oneLine(stays)}`
  if (movedTo.length === 0) return t`remove ${name}`
  return `${t`move   ${name} to ${oneLine(movedTo.join(', '))}`} ${oneLine(remark)}`.trimEnd()
}
