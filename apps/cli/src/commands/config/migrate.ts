import { describeUnconnected, loadConfig, type MigratedSetting, migrateHome } from '@hermes/runtime'
import type { Translate } from '@hermes/safety/language'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { tell, writeLine } from '../../io.js'
import { commandForRemedy } from '../../remedies/command-for.js'
import { oneLine, safeText } from '../../render/text/safe-text.js'
import { findPreparedHome } from '../../setup/open-home.js'
import { ensureApiKey } from '../setup/networks/ensure-api-key.js'
import { adviseGateway } from './advise-gateway.js'

/** `hermes config migrate [--dry-run]`: exit code 1 when Hermes or one of its servers would not start. */
export const migrateConfig: CommandHandler = async ({ io, values }) => {
  const paths = await findPreparedHome({ io, values })
  const isDry = values['dry-run'] === true
  const { settings, unconnected, errors, change } = await migrateHome(paths, { variables: io.env, isDry })
  for (const line of describeSettings(settings, io.t)) await writeLine(io.stdout, line)
  for (const network of unconnected) {
    await writeLine(io.stderr, safeText(io.t.of(describeUnconnected(network))))
    await writeLine(io.stderr, io.t`Try: ${commandForRemedy(network.remedy)}`)
  }
  const hasChange = settings.some(({ stays }) => stays === undefined)
  if (hasChange && !isDry) {
    await tell(io, `Changed ${paths.config}. The previous one is in backups/config.`)
    if (errors.length === 0 && settings.some(addsNetwork)) {
      const made = await ensureApiKey({ ...(await loadConfig({ paths, variables: io.env })), paths })
      if (made !== undefined) await tell(io, made)
    }
    await adviseGateway(io, paths, change)
  }
  for (const { text } of errors) await writeLine(io.stderr, `${io.t`error`}: ${safeText(io.t.of(text))}`)
  if (errors.length > 0) {
    await tell(io, 'Hermes or a part of it does not start until you have corrected that: hermes config edit')
    return exitCode.failed
  }
  if (!hasChange && unconnected.length === 0) await tell(io, 'There is nothing to migrate.')
  return exitCode.ok
}

/** In the other program, chats do not need an API key. */
function addsNetwork({ movedTo }: MigratedSetting): boolean {
  return movedTo.some((path) => path.startsWith('platforms.'))
}

/** Settings that a section loses for the same reason share a line. */
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
