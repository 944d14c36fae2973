import { expect, test } from 'vitest'
import { addOrigins, createReadOrigins, keepOriginsForGood, originsNote, withoutOriginsAfter } from './read-origins.js'

const page = { kind: 'web', name: 'example.com' } as const
const mail = { kind: 'mail', name: 'ada@example.org' } as const

test('keeps each untrusted origin once, in the order of appearance', () => {
  const origins = createReadOrigins(undefined)
  origins.add([page, { kind: 'owner' }, { kind: 'workspace', name: 'src' }])
  const before = origins.list()
  origins.add([page])
  expect(origins.list()).toBe(before)
  origins.add([mail, { kind: 'web' }])
  expect(origins.list()).toEqual([page, mail, { kind: 'web' }])
})

test('restores what a session has stored, and ignores damaged entries', () => {
  const notes = originsNote.with({}, { read: [page, mail], trusted: [page] })
  const origins = createReadOrigins(originsNote.of({ notes }))
  expect(origins.list()).toEqual([page, mail])
  expect([origins.isTrusted(page), origins.isTrusted(mail)]).toEqual([true, false])
  const damaged = { read: [7, { kind: 'moon' }, { kind: 'web', name: 7 }, page], trusted: 'all' }
  expect(originsNote.of({ notes: { origins: damaged } })).toEqual({ read: [{ kind: 'web' }, page], trusted: [] })
})

test('knows since when an origin has been read, until a compression', () => {
  const first = addOrigins(undefined, [page], 1000)
  const both = addOrigins(first, [page, mail], 2000)
  const notes = originsNote.with({}, both)
  expect(originsNote.of({ notes })).toEqual({
    read: [
      { ...page, sinceMs: 1000 },
      { ...mail, sinceMs: 2000 },
    ],
    trusted: [],
  })
  expect(createReadOrigins(both).list()).toEqual([page, mail])
  expect(withoutOriginsAfter(both, 1500)).toEqual({ note: first, removed: [{ ...mail, sinceMs: 2000 }] })
  expect(withoutOriginsAfter(both, 2000).removed).toEqual([])
  expect(withoutOriginsAfter(both).note.read).toEqual([])
  const compressed = originsNote.of({ notes: keepOriginsForGood(notes) })
  expect(compressed && withoutOriginsAfter(compressed).note.read).toEqual([page, mail])
})

test('shares what a child reads with its parent, and what the parent had read with the child', () => {
  const parent = createReadOrigins({ read: [page], trusted: [page] })
  const child = createReadOrigins(undefined, parent)
  expect(child.list()).toEqual([page])
  expect(child.isTrusted(page)).toBe(true)
  child.add([mail])
  expect(parent.list()).toEqual([page, mail])
  parent.add([{ kind: 'mcp', name: 'notes' }])
  expect(child.list()).toEqual([page, mail])
})

test('bounds the number and the length of names', () => {
  const origins = createReadOrigins(undefined)
  origins.add(Array.from({ length: 10_000 }, (_, at) => ({ kind: 'web', name: `h${at}.example` }) as const))
  expect(origins.list().length).toBeLessThan(300)
  expect(origins.list().at(-1)).toEqual({ kind: 'web' })
  const others = createReadOrigins(undefined)
  others.add([{ kind: 'mail', name: `a\n\tb${'x'.repeat(500)}` }])
  expect(others.list()[0]?.name).toMatch(/^a bx{100,197}$/)
})
