import { expect, test } from 'vitest'
import { findLogDamage } from './check-log.js'
import type { LogFile, LogFrame } from './log-file.js'

const salts = '0011223344556677'

/**
 * Three frames of a transaction that was committed over those of another, whose process was killed before it could say so: of
 * these the rest still stands there, in a chain of its own.
 */
const overwritten: LogFile = {
  pageSize: 4096,
  salts,
  isHeaderDamaged: false,
  accepted: 3,
  frames: Array.from({ length: 6 }, (_, index): LogFrame => {
    const number = index + 1
    const isCommit = number === 3 || number === 6
    return { number, page: number, offset: 0, commitPages: isCommit ? 6 : 0, fits: number !== 4, isCurrent: true }
  }),
}

/** What processes keep beside the log: how many frames were committed, twice. */
function indexOf(published: number, ofSalts = salts): Buffer {
  const copy = Buffer.alloc(48)
  Buffer.from(new Uint32Array([published]).buffer).copy(copy, 16)
  Buffer.from(ofSalts, 'hex').copy(copy, 32)
  return Buffer.concat([copy, copy, Buffer.alloc(48)])
}

test('what is left of a transaction that was never committed is no damage', () => {
  expect(findLogDamage(overwritten, indexOf(3))).toBeUndefined()
})

test('frames that were committed and do not fit are', () => {
  expect(findLogDamage(overwritten, indexOf(6))).toMatch(/damaged from its page 4 on: 3 pages/)
})

test('where nothing tells what was committed, the frames themselves do', () => {
  expect(findLogDamage(overwritten, Buffer.alloc(0))).toMatch(/3 pages/)
  expect(findLogDamage(overwritten, indexOf(3, 'ffffffffffffffff'))).toMatch(/3 pages/)
})
