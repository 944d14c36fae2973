import { label } from './container.js'
import type { Engine } from './engine.js'
import { inspectContainers } from './inspect-containers.js'

export interface ReapOptions {
  readonly profile: string
  readonly nowMs: number
}

/** How long an unused container is kept for reuse: one week. */
const reusedForMs = 7 * 24 * 3600 * 1000

/**
 * Removes exited containers of a profile: reusable ones after a week, others after twice their lifetime. Returns the
 * number of removed containers.
 */
export async function reapContainers(engine: Engine, { profile, nowMs }: ReapOptions): Promise<number> {
  const listed = await engine.run([
    'ps',
    '--all',
    '--quiet',
    '--no-trunc',
    '--filter',
    `label=${label.profile}=${profile}`,
  ])
  const containers = await inspectContainers(engine, listed.split('\n').filter(Boolean))
  const left = containers.filter(({ isRunning, endedAtMs, labels }) => {
    const keepMs = labels[label.reused] === 'true' ? reusedForMs : 2000 * Number(labels[label.lifetime])
    return !isRunning && nowMs - endedAtMs > keepMs
  })
  // Without force, so that a container that was restarted in the meantime is kept.
  const removed = await Promise.allSettled(left.map(({ id }) => engine.run(['rm', id])))
  return removed.filter(({ status }) => status === 'fulfilled').length
}
