import { ConfigError } from '@hermes/core'
import {
  type ConfigFinding,
  checkConfig,
  describeConfig,
  ensureHome,
  getConfigValue,
  setConfigValue,
  settingsOfFormerModel,
  unsetConfigValue,
} from '@hermes/runtime'
import { english } from '@hermes/safety/language'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { tell, write, writeLine } from '../../io.js'
import { commandForRemedy } from '../../remedies/command-for.js'
import { safeText } from '../../render/text/safe-text.js'
import { findHome, type HomeOptions, openHome, openUsableHome } from '../../setup/open-home.js'
import { warnOfDisplay } from './warn-of-display.js'

/** `hermes config show` */
export const showConfig: CommandHandler = async ({ io, values }) => {
  const rows = describeConfig(await openUsableHome({ io, values }))
  if (values.json) {
    await writeLine(io.stdout, JSON.stringify(rows, undefined, 2))
    return exitCode.ok
  }
  const width = Math.max(...rows.map(({ path }) => path.length))
  const lines = rows.map(({ path, value, source }) => {
    const note = source === 'default' ? '' : `  (${source})`
    return `${path.padEnd(width)}  ${toText(value)}${note}\n`
  })
  await write(io.stdout, lines.join(''))
  return exitCode.ok
}

/** `hermes config get KEY` */
export const getConfig: CommandHandler = async ({ io, values, parameters: [key = ''] }) => {
  const { config } = await openUsableHome({ io, values })
  const value = getConfigValue(config, key)
  await writeLine(io.stdout, values.json ? JSON.stringify(value ?? null, undefined, 2) : toText(value))
  return exitCode.ok
}

/** `hermes config set KEY VALUE` */
export const setConfig: CommandHandler = async ({ io, values, parameters: [key = '', value = ''] }) => {
  const options = { io, values }
  const paths = findHome(options)
  await ensureHome(paths)
  const before = key === 'model.provider' ? await configBefore(options) : undefined
  const edit = await setConfigValue(paths, key, value)
  await tell(io, `Set ${edit.name} in ${edit.file}.`)
  await warnOfDisplay(io, paths.home, key, value)
  if (before) await warnOfFormerModel(options, settingsOfFormerModel(before, { model: { provider: value } }))
  return exitCode.ok
}

/** Resolves to the settings in effect; `undefined` if they are invalid, which this edit may be about to fix. */
async function configBefore(options: HomeOptions) {
  try {
    return (await openHome(options)).config
  } catch (error) {
    if (ConfigError.is(error)) return undefined
    throw error
  }
}

async function warnOfFormerModel({ io }: HomeOptions, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await tell(
      io,
      `${path} is still set and will be used with the new provider. If it belongs to the previous one: hermes config unset ${path}`,
    )
  }
}

/** `hermes config unset KEY` */
export const unsetConfig: CommandHandler = async ({ io, values, parameters: [key = ''] }) => {
  const paths = findHome({ io, values })
  await ensureHome(paths)
  const edit = await unsetConfigValue(paths, key)
  await tell(io, edit ? `Removed ${edit.name} from ${edit.file}.` : `${key} was not set.`)
  return exitCode.ok
}

/** `hermes config path` */
export const configPath: CommandHandler = async ({ io, values }) => {
  const { config, env } = findHome({ io, values })
  await writeLine(io.stdout, values.json ? JSON.stringify({ config, env }) : config)
  return exitCode.ok
}

const levels = { error: english`error`, warning: english`warning` } as const

/** `hermes config check`: exit code 1 when Hermes or one of its servers would not start. */
export const checkConfigFiles: CommandHandler = async ({ io, values }) => {
  const paths = findHome({ io, values })
  const findings = await checkConfig(paths, io.env)
  if (values.json) await writeLine(io.stdout, JSON.stringify(findings, undefined, 2))
  else if (findings.length === 0) await writeLine(io.stdout, io.t`${paths.config} is fine.`)
  else
    await write(
      io.stdout,
      findings.map(({ level, text }) => `${io.t.of(levels[level])}: ${safeText(io.t.of(text))}\n`).join(''),
    )
  if (!values.json) for (const command of remediesOf(findings)) await writeLine(io.stdout, io.t`Try: ${command}`)
  return findings.some(({ level }) => level === 'error') ? exitCode.failed : exitCode.ok
}

function remediesOf(findings: readonly ConfigFinding[]): ReadonlySet<string> {
  return new Set(findings.flatMap(({ remedy }) => (remedy ? [commandForRemedy(remedy)] : [])))
}

function toText(value: unknown): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? safeText(value) : JSON.stringify(value)
}
