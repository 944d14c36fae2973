import { stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { silentLogger } from '@hermes/core'
import { skillPlaces, usedPlugins } from '@hermes/runtime'
import { createSkillIndex, indexFolder, scanSkill } from '@hermes/skills'
import { bundledSkills } from '../../../setup/bundled-skills.js'
import { findHome } from '../../../setup/open-home.js'
import type { CheckContext, Finding } from '../../doctor/check.js'
import { notChecked } from './not-checked.js'

/** Checks the folders whose projects may provide skills. */
export async function checkFolders({ loaded, t }: CheckContext): Promise<Finding> {
  if (!loaded) return notChecked(t)
  const trusted = loaded.config.skills.trusted_project_dirs.map((folder) =>
    resolve(folder.replace(/^~(?=\/|$)/, homedir())),
  )
  if (trusted.length === 0) return { level: 'ok', text: t`no projects are trusted` }
  const wide = trusted.filter((folder) => folder === '/' || folder === homedir())
  const modes = await Promise.all(trusted.map(async (folder) => (await stat(folder).catch(() => undefined))?.mode ?? 0))
  const shared = trusted.filter((_, index) => ((modes[index] ?? 0) & 0o002) !== 0)
  const [first] = [...wide, ...shared]
  if (first === undefined) return { level: 'ok', text: t`trusted: ${trusted.join(', ')}` }
  return {
    level: 'error',
    text: wide.includes(first)
      ? t`skills are used from ${first}, which contains everything that you download`
      : t`skills are used from ${first}, which every user may change`,
    fix: t`No longer trust it: hermes skills untrust ${first}`,
  }
}

/** Checks the skills that are not bundled, with the scan that decides whether they are used. */
export async function checkSkills(context: CheckContext): Promise<Finding> {
  const { loaded, io, t } = context
  if (!loaded) return notChecked(t)
  const paths = findHome(context)
  const { config, variables } = loaded
  const plugins = usedPlugins(config.installed_plugins)
  const options = { paths, settings: config.skills, plugins, variables, workingDirectory: io.workingDirectory }
  const { places } = await skillPlaces({ ...options, ...bundledSkills() })
  const index = createSkillIndex({ places, cacheFolder: indexFolder(paths.cache), logger: silentLogger })
  const own = (await index.loadAll()).list.filter(({ origin }) => origin !== 'bundled')
  const scans = await Promise.all(own.map(async ({ name, folder }) => ({ name, ...(await scanSkill(folder)) })))
  const flagged = scans.filter(({ verdict }) => verdict !== 'safe')
  if (flagged.length === 0) return { level: 'ok', text: t`${own.length} besides the bundled ones` }
  return {
    level: flagged.some(({ verdict }) => verdict === 'dangerous') ? 'error' : 'warning',
    text: t`the scan finds something in ${flagged.map(({ name }) => name).join(', ')}`,
    fix: t`To see what: hermes skills audit ${flagged[0]?.name ?? ''}`,
  }
}
