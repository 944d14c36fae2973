import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { loadConfig, profileOf, requireProfile, resolveHome } from '@hermes/runtime'
import { exists } from '@hermes/safety/files'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { write, writeLine } from '../../io.js'
import { oneLine } from '../../render/safe-text.js'
import { findHome } from '../../setup/open-home.js'
import { readInstallation } from './installation-file.js'

/** `hermes profile show [NAME]` */
export const showProfile: CommandHandler = async ({ io, values, parameters: [name] }) => {
  const paths = name === undefined ? findHome({ io, values }) : resolveHome(io.env, { profile: name })
  await requireProfile(paths)
  const { config } = await loadConfig({ paths, variables: {} })
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
  const rows = [
    ['name', facts.name],
    ['home', facts.home],
    ['model', facts.model === '' ? `the first of ${facts.provider}` : `${facts.model} (${facts.provider})`],
    ['skills', String(facts.skills)],
    ['sessions', facts.hasSessions ? 'yes' : 'none'],
    ['keys', facts.hasKeys ? 'yes' : 'none'],
    ...(facts.source === undefined ? [] : [['installed from', facts.source]]),
  ]
  await write(io.stdout, rows.map(([title = '', value = '']) => `${title.padEnd(15)} ${oneLine(value)}\n`).join(''))
  return exitCode.ok
}

async function namesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}
