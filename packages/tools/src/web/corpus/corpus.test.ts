import { Readable } from 'node:stream'
import { HermesError } from '@hermes/core'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgeAddress, judgeUrl, type SendRequest, safeFetch } from '../index.js'
import { insideUrls, outsideUrls } from './urls.js'

/** Returns whether a URL is fetched when every name has a public address. */
async function isFetched(url: string): Promise<boolean> {
  const send: SendRequest = async () => ({ status: 200, headers: {}, body: Readable.from([]) })
  try {
    await safeFetch(url, { resolve: async () => ['93.184.215.14'], send })
    return true
  } catch (error) {
    if (HermesError.is(error) && error.code === 'web/refused') return false
    throw error
  }
}

async function wrong(urls: readonly string[], expected: boolean): Promise<string[]> {
  const verdicts = await Promise.all(urls.map(isFetched))
  return urls.filter((_, index) => verdicts[index] !== expected)
}

test('reaches no internal URL and refuses no public one', async ({ annotate }) => {
  const missed = await wrong(insideUrls, false)
  const bothered = await wrong(outsideUrls, true)
  void annotate(
    `URL guard: ${missed.length} of ${insideUrls.length} missed, ${bothered.length} of ${outsideUrls.length} false alarms`,
  )
  expect(new Set([...insideUrls, ...outsideUrls]).size).toBe(insideUrls.length + outsideUrls.length)
  expect({ missed, bothered }).toEqual({ missed: [], bothered: [] })
})

test('judges an address that a name resolves to like an address in a URL', async () => {
  const literals = insideUrls.flatMap((text) => {
    const host = URL.canParse(text) ? new URL(text).hostname.replace(/^\[|\]$/g, '') : ''
    return /^[\d.]+$|:/.test(host) ? [host] : []
  })
  expect(literals.length).toBeGreaterThan(80)
  expect(literals.filter((address) => judgeAddress(address).allowed)).toEqual([])
})

test('accepts only plain addresses', () => {
  for (const text of [
    '',
    'localhost',
    '127.1',
    '0x7f000001',
    '2130706433',
    'fe80::1%eth0',
    '2606:4700::1%1',
    ' 1.1.1.1',
    '1.1.1.1.',
  ]) {
    expect(judgeAddress(text), text).toMatchObject({ allowed: false })
  }
})

test('refuses every address of a private block in any notation', () => {
  const blocks = fc.constantFrom([10, 8], [127, 8], [0, 8], [0xa9fe, 16], [0xc0a8, 16], [0xac1, 12]) as fc.Arbitrary<
    [number, number]
  >
  const written = fc.constantFrom(
    (value: number) => String(value),
    (value: number) => `0x${value.toString(16)}`,
    (value: number) => `0${value.toString(8)}`,
    (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.'),
    (value: number) => [24, 16, 8, 0].map((shift) => `0${((value >>> shift) & 255).toString(8)}`).join('.'),
    (value: number) => `${value >>> 24}.${value & 0xffffff}`,
    (value: number) => `[::ffff:${(value >>> 16).toString(16)}:${(value & 0xffff).toString(16)}]`,
    (value: number) => `[64:ff9b::${(value >>> 16).toString(16)}:${(value & 0xffff).toString(16)}]`,
    (value: number) => `[2002:${(value >>> 16).toString(16)}:${(value & 0xffff).toString(16)}::1]`,
  )
  fc.assert(
    fc.property(blocks, fc.nat(), written, ([prefix, bits], rest, write) => {
      const value = ((prefix << (32 - bits)) >>> 0) + (rest % 2 ** (32 - bits))
      expect(judgeUrl(`http://${write(value)}/`)).toMatchObject({ allowed: false })
    }),
    { numRuns: 2_000 },
  )
})

test('never throws for arbitrary text', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.webUrl(),
    fc
      .tuple(fc.constantFrom('http://', 'https://', '//', 'http:\\\\'), fc.string({ maxLength: 80 }))
      .map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(text, (value) => {
      expect(typeof judgeUrl(value).allowed).toBe('boolean')
      expect(typeof judgeAddress(value).allowed).toBe('boolean')
    }),
    { numRuns: 5_000 },
  )
})
