import { cpus } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'

/** The share of all cores that other work may use during a measurement. */
const mostBusy = 0.1
const sampleMs = 2_000
const longestWaitMs = 10 * 60_000

/**
 * Waits until no other work uses the machine, for ten minutes at most. Reports the wait on stderr, and warns that the figures are
 * unreliable if it was in vain.
 */
export async function waitForQuiet(): Promise<void> {
  const until = performance.now() + longestWaitMs
  let isTold = false
  for (;;) {
    const busy = await busyShare()
    if (busy <= mostBusy) return
    const percent = Math.round(busy * 100)
    if (performance.now() > until) {
      console.error(`Other work still takes ${percent} % of this machine: the figures are not to be trusted.`)
      return
    }
    if (!isTold)
      console.error(`Other work takes ${percent} % of this machine: waiting until it is quiet (--no-wait: not).`)
    isTold = true
  }
}

/** Returns the share of all cores that is in use now. */
async function busyShare(): Promise<number> {
  const before = times()
  await delay(sampleMs)
  const after = times()
  return 1 - (after.idle - before.idle) / (after.all - before.all)
}

function times() {
  const each = cpus().map((cpu) => cpu.times)
  const idle = each.reduce((sum, cpu) => sum + cpu.idle, 0)
  return { idle, all: each.reduce((sum, { user, nice, sys, irq }) => sum + user + nice + sys + irq, idle) }
}
