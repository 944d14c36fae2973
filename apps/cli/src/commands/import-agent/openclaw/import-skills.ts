import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { HermesError } from '@hermes/core'
import { isMissing } from '@hermes/safety'
import { english } from '@hermes/safety/language'
import { decideSkill, type FetchedSource, hashFiles, type OfferedSkill, trustOfSource } from '@hermes/skills'
import type { CommandContext } from '../../../arguments/command-spec.js'
import { type OpenSkills, openSkills } from '../../skills/open-skills.js'
import type { ImportedItem } from './imported-item.js'

export interface ImportSkillsOptions {
  /** Folders with skills. When two skills have the same name, the one in the earlier folder is imported. */
  readonly folders: readonly string[]
  readonly isDryRun: boolean
  readonly signal: AbortSignal
}

/** Installs the skills that pass their scan, like `hermes skills install`. */
export async function importSkills(
  context: CommandContext,
  { folders, isDryRun, signal }: ImportSkillsOptions,
): Promise<readonly ImportedItem[]> {
  const sources = (await Promise.all(folders.map(foldersIn))).flat()
  if (sources.length === 0) return []
  const skills = await openSkills(context)
  const items: ImportedItem[] = []
  for (const source of sources) items.push(...(await importSource(source, skills, { isDryRun, signal, former: items })))
  return items
}

interface SourceOptions extends Pick<ImportSkillsOptions, 'isDryRun' | 'signal'> {
  readonly former: readonly ImportedItem[]
}

async function importSource(source: string, skills: OpenSkills, options: SourceOptions): Promise<ImportedItem[]> {
  try {
    await using fetched = await skills.installer.fetch(source, options.signal)
    const items: ImportedItem[] = []
    for (const skill of fetched.skills) items.push(await importSkill(skill, fetched, skills, options))
    return items
  } catch (error) {
    options.signal.throwIfAborted()
    if (!HermesError.is(error)) throw error
    return [{ name: source, outcome: 'skipped', reason: error.message }]
  }
}

async function importSkill(
  skill: OfferedSkill,
  { source, install }: FetchedSource,
  { store }: OpenSkills,
  { isDryRun, former }: SourceOptions,
): Promise<ImportedItem> {
  const { name, folder, scan } = skill
  const present = (await hashFiles(join(store.folder, name))) ?? {}
  if (Object.keys(present).length > 0) {
    const offered = (await hashFiles(folder)) ?? {}
    return { name, outcome: isSame(present, offered) ? 'unchanged' : 'kept' }
  }
  // In a dry run, the skill of an earlier folder is not on disk.
  if (former.some((item) => item.name === name && item.outcome === 'added')) return { name, outcome: 'kept' }
  const decision = decideSkill(trustOfSource(`${source}/`), scan.verdict)
  const ids = [...new Set(scan.findings.map(({ id }) => id))].join(', ')
  if (decision === 'refuse') {
    return {
      name,
      outcome: 'refused',
      reason: english`The skill ${name} was left out: its scan says dangerous (${ids}).`,
    }
  }
  if (decision === 'ask') {
    const reason = english`The skill ${name} needs a look (${ids}): read it, then run hermes skills install ${source}`
    return { name, outcome: 'refused', reason }
  }
  if (!isDryRun) await install(skill, false)
  return { name, outcome: 'added' }
}

function isSame(one: object, other: object): boolean {
  const entries = (hashes: object) => JSON.stringify(Object.entries(hashes).toSorted())
  return entries(one) === entries(other)
}

/** Lists the folders, without links and folders that the other program keeps for itself. */
async function foldersIn(root: string): Promise<readonly string[]> {
  const entries = await readdir(root, { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  const names = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name)
  return names.toSorted().map((name) => join(root, name))
}
