import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { loadUsableConfig, profileOf, requireProfile, resolveHome } from '@hermes/runtime'
import { exists } from '@hermes/safety/files'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { tell, write, writeLine } from '../../io.js'
import { oneLine } from '../../render/text/safe-text.js'
import { padded } from '../../render/text/text-width.js'
import { findHome } from '../../setup/open-home.js'
import { readInstallation } from './installation-file.js'

/** `hermes profile show [NAME]` */
export const showProfile: CommandHandler = async ({ io, values, parameters: [name] }) => {
  const paths = name === undefined ? findHome({ io, values }) : resolveHome(io.env, { profile: name })
  await requireProfile(paths)
  const { config, copy, warnings } = await loadUsableConfig({ paths, variables: {} })
  if (copy !== undefined && warnings[0] !== undefined) await tell(io, warnings[0])
  const installation = await readInstallation(paths)
  const facts = {
    name: profileOf(paths),
    home: paths.home,
    model: config.model.default,
    provider: config.model.provider,
    skills: (await namesIn(join(paths.home, 'skills'))).length,
    hasSessions: await exists(paths.state),
    hasKeys: (await exists(paths.env)) || (await exists(join(paths.home, 'auth.json'))),
    ...(installation && { source: installation.source }),
  }
  if (values.json) {
    await writeLine(io.stdout, JSON.stringify(facts, undefined, 2))
    return exitCode.ok
  }
  const { t } = io
  const rows = [
    [t`name`, facts.name],
    [t`home`, facts.home],
    [t`model`, facts.model === '' ? t`the first of ${facts.provider}` : `${facts.model} (${facts.provider})`],
    [t`skills`, String(facts.skills)],
    [t`sessions`, facts.hasSessions ? t`yes` : t`none`],
    [t`keys`, facts.hasKeys ? t`yes` : t`none`],
    ...(facts.source === undefined ? [] : [[t`installed from`, facts.source]]),
  ]
  await write(io.stdout, rows.map(([title = '', value = '']) => `${padded(title, 15)} ${oneLine(value)}\n`).join(''))
  return exitCode.ok
}

async function namesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}
