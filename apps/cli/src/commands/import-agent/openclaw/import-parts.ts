import { join } from 'node:path'
import type { HomePaths } from '@hermes/runtime'
import type { CommandContext } from '../../../arguments/command-spec.js'
import { withMemory } from '../../memory/with-memory.js'
import { userHome } from '../foreign-program.js'
import { importNotes } from '../import-notes.js'
import { importSkills } from './import-skills.js'
import { importSoul } from './import-soul.js'
import { importJobs } from './jobs/import-jobs.js'
import { importKeys } from './keys/import-keys.js'
import type { OpenClawHome } from './openclaw-home.js'
import type { OpenClawImport } from './openclaw-import.js'
import { othersOf } from './others-of.js'
import { makeScratchHome } from './scratch-home.js'
import { importSettings } from './settings/import-settings.js'
import { workspaceNotes } from './workspace-notes.js'

export interface ImportPartsOptions {
  readonly context: CommandContext
  readonly paths: HomePaths
  readonly isDryRun: boolean
  readonly signal: AbortSignal
}

/** Imports all parts of a home. A dry run reports the outcome of each, and changes nothing. */
export async function importParts(source: OpenClawHome, options: ImportPartsOptions): Promise<OpenClawImport> {
  const { context, paths, isDryRun, signal } = options
  const { workspace } = source
  const { io } = context
  await using scratch = isDryRun ? await makeScratchHome(paths) : undefined
  // Keys come first: the memory and the skills are opened with the settings, which refer to the keys.
  const target = scratch?.paths ?? paths
  const keys = await importKeys(source, { io, paths: target, isWanted: context.values.secrets === true })
  const settings = await importSettings(source, { io, paths: target })
  const found = workspace === undefined ? { notes: [], skipped: [] } : await workspaceNotes(workspace, signal)
  const files = workspace === undefined ? [] : await importSoul({ workspace, home: paths.home, isDryRun })
  const notes = await withMemory(context, (memory) => importNotes(found.notes, memory, isDryRun))
  const skills = await importSkills(context, { folders: skillFolders(source, context), isDryRun, signal })
  const jobs = await importJobs(source, { io, paths, settings: target, isDryRun })
  const others = [...(await othersOf(source)), ...keys.others]
  return { notes, skippedNotes: found.skipped, files, skills, settings, jobs, keys: keys.items, others }
}

/** Returns the folders with skills in the order in which OpenClaw prefers them. */
function skillFolders({ home, workspace }: OpenClawHome, { io }: CommandContext): readonly string[] {
  const own = workspace === undefined ? [] : [join(workspace, 'skills'), join(workspace, '.agents', 'skills')]
  return [...own, join(userHome(io), '.agents', 'skills'), join(home, 'skills')]
}
