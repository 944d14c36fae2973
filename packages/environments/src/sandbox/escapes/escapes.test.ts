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
const probed = await probeSandbox()
const title = probed.status === 'available' ? 'in the sandbox' : `skipped: ${probed.reason}`

describe.skipIf(probed.status === 'unavailable')(title, { timeout: 120_000 }, () => {
  test.each(tried)('no way out: $name', async (way) => {
    await using world = await openEscapeWorld(way, true)
    expect(await world.attempt(way)).toEqual([])
  })

  test.each(tried.filter(({ onlyHeld }) => !onlyHeld))('a way out where nothing holds it: $name', async (way) => {
    await using world = await openEscapeWorld(way, false)
    expect(await world.attempt(way)).not.toEqual([])
  })
})
