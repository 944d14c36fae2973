import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kind } from '../../kind.js'
import { toScenario } from './scenario.js'
import { simulate } from './simulate.js'

/** A scenario of jobs and events: what ran and what was delivered, by schedulers on one store in virtual time. */
export const fire: Kind = async (input) => {
  const scenario = toScenario(input)
  const folder = await mkdtemp(join(tmpdir(), 'hermes-fire-'))
  try {
    return await simulate(scenario, join(folder, 'state.db'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
