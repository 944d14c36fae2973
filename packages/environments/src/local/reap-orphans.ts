import type { Logger } from '@hermes/core'
import { readOwner } from './marker.js'
import { hasProc, listProcesses } from './proc.js'
import { endTree } from './process-tree.js'

/**
 * Ends what the commands of agents that live no more have left, because their guardian died with them. Where there is no
 * /proc, nothing is known of it.
 */
export async function reapOrphans({ graceMs, logger }: { readonly graceMs: number; readonly logger: Logger }) {
  const orphanage = findDeadOwners()
  if (orphanage.length === 0) return
  logger.log('info', 'Ending what the commands of an earlier run have left.')
  for (const owner of orphanage) {
    const isGone = await endTree({ groups: [], mark: { variable: `${owner}.` } }, { signal: 'SIGTERM', graceMs })
    if (!isGone) logger.log('warn', 'Some processes of an earlier run could not be ended.')
  }
}

function findDeadOwners(): readonly string[] {
  if (!hasProc) return []
  // Who was started by a command of another agent is not to end itself when that one is gone.
  const ancestor = readOwner(process.pid)?.mark
  const owners = listProcesses().flatMap(({ id }) => readOwner(id) ?? [])
  const dead = owners.filter((owner) => owner.isAlive === false && owner.mark !== ancestor)
  return [...new Set(dead.map((owner) => owner.mark))]
}
