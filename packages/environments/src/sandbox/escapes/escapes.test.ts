import { afterAll, describe, expect, test } from 'vitest'
import { findProgram } from '../find-program.js'
import { probeSandbox } from '../probe-sandbox.js'
import { type EscapeWorld, makeTemplate, openEscapeWorld } from './escape-world.js'
import { type Escape, escapes } from './escapes.js'

const hasCompiler = findProgram('cc') !== undefined
const isRoot = process.getuid?.() === 0
const tried = escapes.filter(
  ({ library, onlyRoot }) => (library === undefined || hasCompiler) && (isRoot || onlyRoot !== true),
)
const template = makeTemplate()
afterAll(() => template[Symbol.dispose]())

/** Returns whether an attempt can share a world. A prevented attempt changes nothing, so others can follow in the same world. */
const canShare = ({ needsOwnWorld, repository, library, brings }: Escape) =>
  needsOwnWorld !== true && repository === undefined && library === undefined && brings === undefined

describe.each(['bubblewrap', 'unshare'] as const)('in %s', { timeout: 120_000 }, async (holder) => {
  const probed = await probeSandbox({ holders: [holder] })
  const title = probed.status === 'available' ? 'prevents' : `skipped: ${probed.reason}`
  const prevented = test.skipIf(probed.status === 'unavailable')

  prevented.each(tried.filter((way) => !canShare(way)))(`${title}: $name`, async (way) => {
    await using world = await openEscapeWorld(way, probed, template)
    expect(await world.attempt(way)).toEqual([])
    expect(await world.end(way.delayMs)).toEqual([])
  })

  describe.each(['none', 'shared'] as const)('with the network %s', (network) => {
    let world: EscapeWorld | undefined
    afterAll(() => world?.[Symbol.asyncDispose]())
    const open = async () => {
      world ??= await openEscapeWorld({ network }, probed, template)
      return world
    }
    const ways = tried.filter((way) => canShare(way) && (way.network ?? 'none') === network)
    const together = ways.filter(({ exported, inTerminal }) => exported === undefined && inTerminal !== true)
    let found: ReadonlyMap<Escape, readonly string[]> | undefined

    prevented.each(together)(`${title}: $name`, async (way) => {
      found ??= await (await open()).attemptAll(together)
      expect(found.get(way)).toEqual([])
    })

    prevented.each(ways.filter((way) => !together.includes(way)))(`${title}: $name`, async (way) => {
      expect(await (await open()).attempt(way)).toEqual([])
    })

    prevented(`${title} other effects of these`, async () => {
      expect(await world?.end()).toEqual([])
    })
  })
})

describe('without a sandbox', { timeout: 120_000 }, () => {
  test.each(tried.filter(({ onlyHeld }) => !onlyHeld))('succeeds: $name', async (way) => {
    await using world = await openEscapeWorld(way, undefined, template)
    expect([...(await world.attempt(way)), ...(await world.end(way.delayMs))]).not.toEqual([])
  })
})
