import { defineSessionNote, type JsonObject, type JsonValue, type SessionStore } from '@hermes/core'
import { isRecord, parseJson } from '@hermes/core/wiring'
import { expectTypeOf } from 'vitest'

declare const store: SessionStore

// A note keeps the type of its value.
const mood = defineSessionNote<'good' | 'bad'>('mood', {
  read: (value) => (value === 'good' || value === 'bad' ? value : undefined),
  write: (value) => value,
})
const record = await store.sessions.get('s')
if (record) {
  expectTypeOf(mood.of(record)).toEqualTypeOf<'good' | 'bad' | undefined>()
  await store.sessions.update(record.id, { notes: mood.with(record.notes, 'good') })
  // @ts-expect-error: the note has no such value.
  mood.with(record.notes, 'odd')
}

// Optional parts of a store have to be checked for.
expectTypeOf(store.search).extract<undefined>().toEqualTypeOf<undefined>()
// @ts-expect-error: not every store can search.
store.search.find

// Nothing is known about JSON before it is checked.
const value = parseJson('{}')
expectTypeOf(value).toEqualTypeOf<JsonValue>()
if (isRecord(value)) expectTypeOf(value).toEqualTypeOf<JsonObject>()
// @ts-expect-error: it may be anything.
value.name

// Records are read-only.
// @ts-expect-error: a record is changed through the store.
if (record) record.title = 'other'
