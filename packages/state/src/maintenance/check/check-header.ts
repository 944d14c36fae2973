import { closeSync, openSync, readSync } from 'node:fs'
import { english } from '@hermes/safety/language'
import type { StoreProblem } from './store-health.js'

/** Header fields with the same value in every Hermes file. SQLite ignores most of them. */
const fields = [
  { offset: 48, bytes: 4, value: 0 }, // size of the cache
  { offset: 52, bytes: 4, value: 0 }, // auto-vacuum
  { offset: 56, bytes: 4, value: 1 }, // UTF-8
  { offset: 64, bytes: 4, value: 0 }, // incremental vacuum
  { offset: 72, bytes: 20, value: 0 }, // reserved
]

/** Checks the header. Use it only for a file that is not open, because closing a descriptor would release this process's locks on it. */
export function checkHeader(path: string): readonly StoreProblem[] {
  const header = Buffer.alloc(100)
  const descriptor = openSync(path, 'r')
  try {
    readSync(descriptor, header, 0, header.length, 0)
  } finally {
    closeSync(descriptor)
  }
  const isSound = fields.every(({ offset, bytes, value }) => {
    const expected = Buffer.alloc(bytes)
    expected[bytes - 1] = value
    return header.subarray(offset, offset + bytes).equals(expected)
  })
  return isSound ? [] : [{ kind: 'structure', text: english`The file header is damaged.`, repairable: true }]
}
