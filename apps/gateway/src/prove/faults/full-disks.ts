import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '@hermes/safety'
import type { Random } from '../random.js'
import type { Fault } from './fault.js'

const largestDisk = 512 * 2 ** 20
const longestMs = 2_000

/** Whether a folder is on a file system that may be filled up. It has at most 512 MB, which indicates that it has no other use. */
export function isSmallDisk(folder: string): boolean {
  const { bsize, blocks } = statfsSync(folder)
  return bsize * blocks <= largestDisk
}

/** Fills the file system of a folder. A file takes all of its free space, so it must be small. */
export function createFullDisks(folder: string, random: Random): Fault {
  const filler = join(folder, 'filler')
  const timers = new Set<NodeJS.Timeout>()
  let strikes = 0
  return {
    name: 'fullDisks',
    chance: 0.2,
    get strikes() {
      return strikes
    },
    strike() {
      strikes += 1
      fill(filler)
      const timer = setTimeout(() => {
        timers.delete(timer)
        rmSync(filler, { force: true })
      }, 100 + random.below(longestMs))
      timers.add(timer)
    },
    async [Symbol.asyncDispose]() {
      for (const timer of timers) clearTimeout(timer)
      rmSync(filler, { force: true })
    },
  }
}

/** Takes all free space, down to the last few kilobytes. */
function fill(path: string): void {
  const file = openSync(path, 'a')
  try {
    for (const size of [2 ** 20, 2 ** 12]) while (append(file, Buffer.alloc(size)));
  } finally {
    closeSync(file)
  }
}

function append(file: number, data: Buffer): boolean {
  try {
    return writeSync(file, data) === data.length
  } catch (error) {
    if (codeOf(error) === 'ENOSPC') return false
    throw error
  }
}
