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
  for (const line of describeSettings(settings, io.t)) await writeLine(io.stdout, line)
  const hasChange = settings.some(({ stays }) => stays === undefined)
  if (!hasChange) await tell(io, 'There is nothing to migrate.')
  else if (!isDry) await tell(io, `Changed ${paths.config}. The previous one is in backups/config.`)
  return exitCode.ok
}

/** What a section loses for one reason is in one line. */
function describeSettings(settings: readonly MigratedSetting[], t: Translate): readonly string[] {
  const groups = Map.groupBy(settings, (setting) => {
    const [section] = setting.path.split('.')
    return isRemoved(setting) ? `${section} ${setting.remark}` : setting
  })
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (!first) return []
    return [describe({ ...first, path: [first, ...others].map(({ path }) => path).join(', ') }, t)]
  })
}

function isRemoved({ movedTo, value, stays }: MigratedSetting): boolean {
  return movedTo.length === 0 && value === undefined && stays === undefined
}

function describe({ path, movedTo, value, remark = '', stays }: MigratedSetting, t: Translate): string {
  const name = oneLine(path)
  const end = remark === '' ? '' : `: ${oneLine(remark)}`
  if (stays !== undefined) return t`keep   ${name}: ${oneLine(stays)}`
  if (value !== undefined) return `${describeValue(name, value, t)}${end}`
  if (movedTo.length === 0) return `${t`remove ${name}`}${end}`
  return `${t`move   ${name} to ${oneLine(movedTo.join(', '))}`}${end}`
}

function describeValue(name: string, value: unknown, t: Translate): string {
  const isList = Array.isArray(value) && value.every((item) => typeof item !== 'object')
  if (typeof value === 'object' && !isList) return t`rewrite ${name}`
  return t`set    ${name} to ${oneLine(isList ? value.join(', ') : String(value))}`
}
