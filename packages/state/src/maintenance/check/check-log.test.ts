import { expect, test } from 'vitest'
import type { LogFile, LogFrame } from '../files/log-file.js'
import { findLogDamage } from './check-log.js'

const salts = '0011223344556677'

/**
 * Three committed frames that overwrote a transaction whose process was killed before its commit. The rest of that
 * transaction follows, with its own valid checksum chain.
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

/** Creates a shared index, with its two copies of the number of committed frames. */
function indexOf(published: number, ofSalts = salts): Buffer {
  const copy = Buffer.alloc(48)
  Buffer.from(new Uint32Array([published]).buffer).copy(copy, 16)
  Buffer.from(ofSalts, 'hex').copy(copy, 32)
  return Buffer.concat([copy, copy, Buffer.alloc(48)])
}

test('frames of an uncommitted transaction are not damage', () => {
  expect(findLogDamage(overwritten, indexOf(3))).toBeUndefined()
})

test('committed frames with a wrong checksum are damage', () => {
  expect(findLogDamage(overwritten, indexOf(6))).toMatch(/damaged from page 4: 3 written pages/)
})

test('without a shared index, the frames themselves decide', () => {
  expect(findLogDamage(overwritten, Buffer.alloc(0))).toMatch(/3 written pages/)
  expect(findLogDamage(overwritten, indexOf(3, 'ffffffffffffffff'))).toMatch(/3 written pages/)
})
