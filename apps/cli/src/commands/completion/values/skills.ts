import { listSkills } from '../../../setup/list-skills.js'
import type { ValueSource } from './value-source.js'

export const skillValues: ValueSource = async (request) =>
  (await listSkills(request)).map(({ name, description }) => ({ word: name, description }))
