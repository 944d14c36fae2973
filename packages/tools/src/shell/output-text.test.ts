import { createRedactor } from '@hermes/safety/redact'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createOutputText } from './output-text.js'

const flood = { burstBytes: 100_000, bytesPerMs: 40, keptBytes: 90_000 }
const secret = 'kX93hfPq27LmZt8wQv1B'
const redactor = createRedactor({ values: [secret] })

test('finds a secret at any chunk boundary, even between color codes', () => {
  const printed = Buffer.from(`token \u001b[31m${secret.slice(0, 7)}\u001b[0m${secret.slice(7)} is secret\n`)
  fc.assert(
    fc.property(fc.array(fc.nat({ max: printed.length })), (borders) => {
      const text = createOutputText({ redactor })
      const cuts = [0, ...borders.sort((one, other) => one - other), printed.length]
      const shown = cuts.slice(1).map((at, index) => text.push(printed.subarray(cuts[index], at)))
      expect(shown.join('') + text.end()).toBe('token [REDACTED] is secret\n')
    }),
  )
})

test('shows neither secrets nor lines of a private key in an unfinished line', () => {
  const text = createOutputText({ redactor })
  text.push(Buffer.from(`is it ${secret}`))
  expect(text.peek()).toBe('is it [REDACTED]')
  text.push(Buffer.from(`?\n-----BEGIN RSA PRIVATE KEY-----\n${'MIIEpAIBAAKCAQEA'.repeat(4)}\n${'a8Zq'.repeat(12)}`))
  expect(text.peek()).toBe('')
})

describe('a flood', () => {
  const open = () => {
    const clock = { now: 0 }
    return { clock, text: createOutputText({ redactor, monotonic: () => clock.now, flood }) }
  }

  test('is skipped with a count, except for its end', () => {
    const { text } = open()
    let shown = ''
    for (let count = 0; count < 40; count += 1) shown += text.push(Buffer.alloc(64_000, 'line\n'))
    shown += text.push(Buffer.from('the end\n')) + text.end()
    expect(shown.length).toBeLessThan(flood.burstBytes + flood.keptBytes + 100)
    expect(shown).toMatch(/\[[\d,]+ bytes left out\]\n/)
    expect(shown).toMatch(/line\nthe end\n$/)
    expect(text.lost()).toBeGreaterThan(2_000_000)
  })

  test('is shown completely when it is slow enough', () => {
    const { text, clock } = open()
    let shown = 0
    for (let count = 0; count < 40; count += 1) {
      clock.now += 1_700
      shown += text.push(Buffer.alloc(64_000, 'line\n')).length
    }
    expect(shown + text.end().length).toBe(40 * 64_000)
  })

  test.each([
    ['a value', `${'-'.repeat(40)}${secret}`, 1],
    [
      'a private key',
      `-----BEGIN PRIVATE KEY-----\n${`${'MIIEvQIBADANBgkqhkiG9w0B'.repeat(2)}\n`.repeat(30)}-----END PRIVATE KEY-----`,
      97,
    ],
  ])('shows nothing of %s at the place where output resumes', (_, hidden, step) => {
    for (let offset = 0; offset < hidden.length + 2; offset += step) {
      const { text } = open()
      text.push(Buffer.alloc(flood.burstBytes, 'x\n'))
      const tail = `${hidden}\n${'y\n'.repeat(flood.keptBytes)}`.slice(0, flood.keptBytes + hidden.length - offset)
      const shown = text.push(Buffer.alloc(1_000, 'x\n')) + text.push(Buffer.from(tail)) + text.end()
      for (let part = 0; part + 12 <= hidden.length; part += 4) {
        const piece = hidden.slice(part, part + 12)
        if (!/^[-A-Z ]+$/.test(piece)) expect(shown.includes(piece)).toBe(false)
      }
    }
  })

  test('shows no part of a secret where skipping starts', () => {
    for (let offset = 1; offset < secret.length; offset += 1) {
      const { text } = open()
      text.push(Buffer.alloc(flood.burstBytes - secret.length, 'x\n'))
      const shown =
        text.push(Buffer.from(secret.slice(0, offset))) +
        text.push(Buffer.from(`${secret.slice(offset)}\n`.padEnd(3 * flood.keptBytes, 'y\n'))) +
        text.end()
      expect(shown).toContain('bytes left out')
      expect(shown).not.toContain(secret.slice(0, Math.max(2, offset)))
    }
  })

  test('is shown on request after it has stopped', () => {
    const { text } = open()
    for (let count = 0; count < 20; count += 1) text.push(Buffer.alloc(64_000, 'line\n'))
    text.push(Buffer.from('ready\n'))
    expect(text.settle()).toMatch(/ready\n$/)
    expect(text.push(Buffer.from('next\n')) + text.end()).toMatch(/next\n$/)
  })
})
