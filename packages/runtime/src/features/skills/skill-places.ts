import { realpath } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { isMissing } from '@hermes/safety'
import { exists } from '@hermes/safety/files'
import { isInside } from '@hermes/safety/protect'
import type { SkillPlace } from '@hermes/skills'
import { expandTilde, type HomePaths, userFolder, type Variables } from '../../home/home-paths.js'
import { pluginSkillPlaces } from '../../plugins/plugin-skill-places.js'
import type { Config } from '../../schema/config-schema.js'

export interface SkillPlacesOptions {
  readonly paths: Pick<HomePaths, 'home'>
  readonly settings: Pick<Config['skills'], 'external_dirs' | 'project_discovery' | 'trusted_project_dirs'>
  /** The names of the installed plugins in use. Default: none. */
  readonly plugins?: readonly string[] | undefined
  readonly variables: Variables
  /** The working folder. Absent if the project is on another machine. */
  readonly workingDirectory?: string | undefined
  readonly bundledSkills?: string | undefined
}

export interface SkillPlaces {
  /** The folders, in order of precedence. */
  readonly places: readonly SkillPlace[]
  /** Folders with skills of projects that are not trusted. */
  readonly untrusted: readonly string[]
}

/** Returns the folders from which skills are read. */
export async function skillPlaces(options: SkillPlacesOptions): Promise<SkillPlaces> {
  const { paths, settings, variables, workingDirectory, bundledSkills } = options
  const absolute = (path: string) => resolve(paths.home, expandTilde(path, userFolder(variables)))
  const found =
    settings.project_discovery && workingDirectory !== undefined ? await projectFolders(workingDirectory) : []
  const trusted = await Promise.all(settings.trusted_project_dirs.map((path) => realPath(absolute(path))))
  const external = await Promise.all(settings.external_dirs.map((path) => realPath(absolute(path))))
  const isTrusted = (folder: string) => trusted.some((top) => folder === top || isInside(folder, top))
  const ofProject = found.filter((folder) => isTrusted(folder))
  return {
    places: [
      ...ofProject.map((folder): SkillPlace => ({ folder, origin: 'project' })),
      { folder: await realPath(join(paths.home, 'skills')), origin: 'home' },
      ...(bundledSkills === undefined ? [] : [{ folder: bundledSkills, origin: 'bundled' } as const]),
      ...external.map((folder): SkillPlace => ({ folder, origin: 'external' })),
      ...(await pluginSkillPlaces(paths.home, options.plugins ?? [])),
    ],
    untrusted: found.filter((folder) => !isTrusted(folder)),
  }
}

const ofProjects = ['.hermes/skills', '.agents/skills']

/**
 * Returns the skill folders of a folder and its parents, up to the root of its repository. Links are resolved, so that none of them
 * can point to a trusted folder.
 */
async function projectFolders(folder: string): Promise<readonly string[]> {
  const top = await realPath(folder)
  const passed: string[] = []
  for (let current = top; ; current = dirname(current)) {
    passed.push(current)
    if (await exists(join(current, '.git'))) break
    if (dirname(current) === current) {
      passed.splice(1)
      break
    }
  }
  const candidates = passed.flatMap((parent) => ofProjects.map((name) => ({ parent, path: join(parent, name) })))
  const existing = await Promise.all(
    candidates.map(async ({ parent, path }) => {
      if (!(await exists(path))) return []
      const place = await realPath(path)
      return isInside(place, parent) ? [place] : []
    }),
  )
  return existing.flat()
}

async function realPath(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    if (isMissing(error)) return path
    throw error
  }
}
