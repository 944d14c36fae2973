import type { Logger } from '@hermes/core'
import { readOwner } from './marker.js'
import { hasProc, listProcesses } from './proc.js'
import { endTree } from './process-tree.js'

/** Ends processes that dead agents left behind because their guardian died too. Without `/proc`, they cannot be found. */
export async function reapOrphans({ graceMs, logger }: { readonly graceMs: number; readonly logger: Logger }) {
  const orphanage = findDeadOwners()
  if (orphanage.length === 0) return
  logger.log('info', 'Ending processes left by an earlier run.')
  for (const owner of orphanage) {
    const isGone = await endTree({ groups: [], mark: { variable: `${owner}.` } }, { signal: 'SIGTERM', graceMs })
    if (!isGone) logger.log('warn', 'Some processes of an earlier run could not be ended.')
  }
}

function findDeadOwners(): readonly string[] {
  if (!hasProc) return []
  // An agent started by another agent's command must not end itself when that agent is gone.
  const ancestor = readOwner(process.pid)?.mark
  const owners = listProcesses().flatMap(({ id }) => readOwner(id) ?? [])
  const dead = owners.filter((owner) => owner.isAlive === false && owner.mark !== ancestor)
  return [...new Set(dead.map((owner) => owner.mark))]
}
