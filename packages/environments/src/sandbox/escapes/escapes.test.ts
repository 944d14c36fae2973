import { describe, expect, test } from 'vitest'
import { findProgram } from '../find-program.js'
import { probeSandbox } from '../probe-sandbox.js'
import { openEscapeWorld } from './escape-world.js'
import { escapes } from './escapes.js'

const hasCompiler = findProgram('cc') !== undefined
const isRoot = process.getuid?.() === 0
const tried = escapes.filter(
  ({ library, onlyRoot }) => (library === undefined || hasCompiler) && (isRoot || onlyRoot !== true),
)
describe.each(['bubblewrap', 'unshare'] as const)('in %s', { timeout: 120_000 }, async (holder) => {
  const probed = await probeSandbox({ holders: [holder] })
  const title = probed.status === 'available' ? 'prevents' : `skipped: ${probed.reason}`
  test.skipIf(probed.status === 'unavailable').each(tried)(`${title}: $name`, async (way) => {
    await using world = await openEscapeWorld(way, probed)
    expect(await world.attempt(way)).toEqual([])
  })
})

describe('without a sandbox', { timeout: 120_000 }, () => {
  test.each(tried.filter(({ onlyHeld }) => !onlyHeld))('succeeds: $name', async (way) => {
    await using world = await openEscapeWorld(way, undefined)
    expect(await world.attempt(way)).not.toEqual([])
  })
})
