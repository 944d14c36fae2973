import { join } from 'node:path'
import { createSkillStore } from '@hermes/skills'
import type { HomePaths } from '../../home/home-paths.js'
import { type OpenMemoryOptions, openMemory } from '../memory/open-memory.js'
import { createJourney, type Journey } from './create-journey.js'

export interface OpenJourneyOptions extends Omit<OpenMemoryOptions, 'paths'> {
  readonly paths: Pick<HomePaths, 'home' | 'memories'>
  /** The person whose journey it is. Skills are only part of the owner's journey. Default: the owner. */
  readonly person?: string | undefined
}

/** Opens the history of what was learned in a home. Reads nothing yet. */
export function openJourney({ person, ...options }: OpenJourneyOptions): Journey {
  const folder = join(options.paths.home, 'skills')
  const skills = person === undefined ? createSkillStore({ folder, now: Date.now }) : undefined
  return createJourney({ writes: openMemory(options).writes, skills, person })
}
